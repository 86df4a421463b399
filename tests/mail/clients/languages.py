"""The words in which mail programs say who wrote what they quote, in each language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """`wrote`: the line above a quotation; `fields`: the names of From, Sent, To and Subject in a header block; `forwarded`: the
    line above a mail that is passed on; `prefixes`: of the subject of a reply and of a forward; `date`: as its users read it.
    """

    code: str
    wrote: str
    fields: tuple[str, str, str, str]
    forwarded: str
    prefixes: tuple[str, str]
    date: str


LANGUAGES = (
    Language(
        "en",
        "On {date}, {name} <{address}> wrote:",
        ("From", "Sent", "To", "Subject"),
        "Forwarded message",
        ("Re", "Fwd"),
        "Mon, Nov 2, 2026 at 9:00 AM",
    ),
    Language(
        "de",
        "Am {date} schrieb {name} <{address}>:",
        ("Von", "Gesendet", "An", "Betreff"),
        "Weitergeleitete Nachricht",
        ("AW", "WG"),
        "02.11.2026 um 09:00",
    ),
    Language(
        "fr",
        "Le {date}, {name} <{address}> a écrit\u00a0:",
        ("De", "Envoyé", "À", "Objet"),
        "Message transféré",
        ("RE", "TR"),
        "lun. 2 nov. 2026 à 09:00",
    ),
    Language(
        "es",
        "El {date}, {name} (<{address}>) escribió:",
        ("De", "Enviado", "Para", "Asunto"),
        "Mensaje reenviado",
        ("RE", "RV"),
        "lun, 2 nov 2026 a las 9:00",
    ),
    Language(
        "it",
        "Il giorno {date} {name} <{address}> ha scritto:",
        ("Da", "Inviato", "A", "Oggetto"),
        "Messaggio inoltrato",
        ("R", "I"),
        "lun 2 nov 2026 alle ore 09:00",
    ),
    Language(
        "nl",
        "Op {date} schreef {name} <{address}>:",
        ("Van", "Verzonden", "Aan", "Onderwerp"),
        "Doorgestuurd bericht",
        ("Antw", "Doorst"),
        "ma 2 nov 2026 om 09:00",
    ),
    Language(
        "pt",
        "Em {date}, {name} <{address}> escreveu:",
        ("De", "Enviada", "Para", "Assunto"),
        "Mensagem encaminhada",
        ("RES", "ENC"),
        "seg., 2 de nov. de 2026 às 09:00",
    ),
    Language(
        "sv",
        "Den {date} skrev {name} <{address}>:",
        ("Från", "Skickat", "Till", "Ämne"),
        "Vidarebefordrat meddelande",
        ("SV", "VB"),
        "mån 2 nov. 2026 kl 09:00",
    ),
    Language(
        "pl",
        "{date} {name} <{address}> napisał(a):",
        ("Od", "Wysłano", "Do", "Temat"),
        "Przekazana wiadomość",
        ("Odp", "PD"),
        "pon., 2 lis 2026 o 09:00",
    ),
    Language(
        "cs",
        "{date} odesílatel {name} <{address}> napsal:",
        ("Od", "Odesláno", "Komu", "Předmět"),
        "Přeposlaná zpráva",
        ("RE", "FW"),
        "po 2. 11. 2026 v 9:00",
    ),
    Language(
        "da",
        "Den {date} skrev {name} <{address}>:",
        ("Fra", "Sendt", "Til", "Emne"),
        "Videresendt meddelelse",
        ("SV", "VS"),
        "man. 2. nov. 2026 kl. 09.00",
    ),
    Language(
        "fi",
        "{name} <{address}> kirjoitti {date}:",
        ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
        "Edelleenlähetetty viesti",
        ("VS", "VL"),
        "ma 2.11.2026 klo 9.00",
    ),
    Language(
        "hu",
        "{name} <{address}> ezt írta (időpont: {date}):",
        ("Feladó", "Küldve", "Címzett", "Tárgy"),
        "Továbbított üzenet",
        ("Vá", "Továbbítás"),
        "2026. nov. 2., H, 9:00",
    ),
    Language(
        "ru",
        "{date}, {name} <{address}> написал(а):",
        ("От", "Отправлено", "Кому", "Тема"),
        "Пересылаемое сообщение",
        ("Отв", "Fwd"),
        "пн, 2 нояб. 2026 г. в 09:00",
    ),
    Language(
        "ja",
        "{date} {name} <{address}>:",
        ("差出人", "送信日時", "宛先", "件名"),
        "転送されたメッセージ",
        ("Re", "転送"),
        "2026年11月2日(月) 9:00",
    ),
    Language(
        "zh",
        "{name} <{address}> 于{date}写道：",
        ("发件人", "发送时间", "收件人", "主题"),
        "转发的邮件",
        ("回复", "转发"),
        "2026年11月2日周一 09:00",
    ),
)
