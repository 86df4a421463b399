"""Words that mail programs, not players, put into mails: each list is only ever asked about one line that begins like it.

Source: mail.md 4, 10, 12, 13.
"""

import re

from pbem.mail.words import word_set

_SHORTEST_NOTICE = 25
_LONGEST = 160  # characters of a line that one of these phrases can fill


def _one_of(*beginnings: str, before: str = "") -> re.Pattern[str]:
    return re.compile(before + "(?:" + "|".join(beginnings) + ")", re.I)


_DEVICE = (
    r"(?:i\s?phon|i\s?pad|android|galaxy|samsung|huawei|xiaomi|pixel|smartphone|handy|mobil|phone|tablet|blackberry)"
)
_MOBILE = _one_of(
    rf"sent from (?:my|an?|the)? ?.{{0,20}}{_DEVICE}",
    r"sent (?:from|with|via|using) \[?(?:yahoo|outlook|proton|gmx|web\.de|mail(?:\.ru)?\b|gmail|aol|k-9|tuta|zoho|spark|windows"
    r"|bluemail|fastmail|typeapp|hushmail|aqua ?mail|nine$)",
    r"sent via superhuman|yahoo mail: search",
    r"(?:get|download|holen sie sich|obtenir|obtenez|télécharger|obtener|obtén|obter|baixar|scarica|ottieni|hämta|hent|pobierz)"
    r" (?:aplikację )?(?:outlook|bluemail) \w{2,4} ",
    r"outlook (?:for|für|pour|para|per|voor|för) (?:ios|android)",
    rf"(?:diese (?:nachricht|e-?mail) wurde )?(?:von|mit) .{{0,40}}{_DEVICE}.{{0,40}} (?:gesendet|geschickt|verschickt)",
    r"gesendet mit (?:der |dem )?(?:gmx|web\.de|telekom|t-online|mail|outlook)",
    rf"gesendet (?:von|mit) .{{0,20}}{_DEVICE}",
    rf"envoyé (?:de|depuis|à partir de) (?:mon |un |l')?.{{0,20}}{_DEVICE}",
    r"envoyé (?:de|depuis|avec|à partir de) (?:yahoo|outlook|la messagerie|proton|orange)",
    rf"enviado (?:desde|do|de|a partir do) (?:mi |meu )?.{{0,20}}{_DEVICE}",
    r"enviado (?:desde|do|con|com) (?:yahoo|outlook|proton|el correo|o email)",
    rf"inviato (?:da|dal|dal mio) ?.{{0,20}}{_DEVICE}",
    r"inviato da (?:yahoo|outlook|libero|posta)",
    rf"verstuurd (?:vanaf|met|vanuit) (?:mijn )?.{{0,20}}{_DEVICE}",
    r"verzonden (?:vanuit|met|vanaf) ",
    rf"(?:skickat|skickades|sendt|sent) (?:från|fra|frå) (?:(?:min )?.{{0,20}}{_DEVICE}|outlook|e-?post )",
    rf"lähetetty .{{0,30}}{_DEVICE}",
    rf"wysłane (?:z|ze) .{{0,30}}{_DEVICE}",
    rf"(?:odesláno|odoslané) (?:z|ze|zo) .{{0,30}}{_DEVICE}",
    rf"(?:elküldve|küldve) .{{0,30}}{_DEVICE}",
    rf"trimis de pe .{{0,30}}{_DEVICE}",
    rf"{_DEVICE}.{{0,20}}(?:gönderildi|から送信|'dan gönderildi|'imden gönderildi)",
    rf"(?:отправлено|надіслано|изпратено) (?:с|из|з|от) .{{0,30}}(?:{_DEVICE}|почты|мобильн)",
    rf"στάλθηκε από .{{0,30}}{_DEVICE}",
    r"发自我的|[從从]我的|发送自|나의 .{0,20}에서 보냄|.{0,20}から送信",
)
_BANNER = _one_of(
    r"(?:caution|warning|attention|notice|alert|achtung|vorsicht|attenzione|atención|cuidado|uwaga|let op|varning|advarsel|obs)\b"
    r".{0,60}(?:extern|outside|untrusted|außerhalb|ekstern|estern|exterior|ext[eé]rieur|fuera|buiten|zewn|spoza)",
    r"\[?(?:external|extern|externe|ext)(?: (?:e-?mail|sender|message|mail))?\]?\W{0,4}$",
    r"this (?:e-?mail|message) (?:originated|came|comes|was sent|is) (?:from )?(?:outside|an external|an untrusted)",
    r"(?:you|some people who received this message) don't often get (?:e-?mail|messages) from",
    r"you have not previously corresponded with|think before you click",
    r"(?:sie erhalten nicht (?:häufig|oft)|vous n'obtenez pas souvent|no suele recibir|non si riceve spesso)",
    r"do not click (?:on )?(?:any )?links? or open",
    r"learn (?:why this is important|how to identify)",
    r"zjqcmqryfpfptbanner(?:start|end)",
    r"this (?:e-?mail|message) (?:has been|was) (?:checked|scanned) (?:for|by)",
    r"(?:diese e-?mail|cet e-?mail|el software|este correo|questa e-?mail|deze e-?mail|detta e-?post) "
    r".{0,40}(?:virus|viren|avast|avg)",
    r"(?:virus-?free|virenfrei|sans virus|libre de virus|privo di virus)\b|l'absence de virus dans ce courrier",
    r"(?:https?://)?www\.(?:avast|avg)\.com",
    r"\w{0,20} ?(?:disclaimer|confidentiality notice|vertraulichkeitshinweis)\b",
    r"(?:important\W{1,3})?(?:this|the (?:information|contents?) (?:\w+ )?(?:in|of) this) (?:e-?mail|message|communication)\b"
    r".{0,60}(?:confidential|intended|privileged)",
    r"(?:diese|der inhalt dieser) (?:e-?mail|nachricht)\b.{0,60}vertraulich",
    r"(?:ce|le présent) (?:message|courriel)\b.{0,60}confidentiel|il presente messaggio\b.{0,60}riservat",
    r"(?:este (?:mensaje|correo)|esta mensagem)\b.{0,60}confidencia|if you are not the (?:intended|named) recipient",
    r"(?:p )?(?:please consider the environment|bitte denken sie an die umwelt)",
    before=r"\W{0,4}",
)
# Below and above a text, where nothing else stands: a word for sending and a device or program, whatever the language.
_SENT = re.compile(
    r"\b(?:sent|gesendet|gesandt|geschickt|verschickt|envoyé|enviad|enviat|inviat|verzonden|verstuurd|skickat|sendt|sent frå"
    r"|lähetetty|wysłan|odeslán|odoslan|küldve|trimis|gönderil|saadetud|išsiųst|nosūtīt|poslan|dikirim|bidali|gửi)"
    r"|отправлен|надіслан|изпратен|послат|στάλθηκε|发自|發自|發送|傳送|發信|送信|보냄|보낸|발송|נשלח|مرسل|ارسل|أرسل|إرسال|ارسال|ส่งจาก",
    re.I,
)
_PROGRAM = re.compile(
    _DEVICE
    + r"|outlook|windows|gmail|yahoo|proton|tuta|\bmail|gmx|web\.de|blackberry|redmi|oppo|oneplus|motorola|nokia|k-9"
    r"|fairemail|blue\s?mail|aqua\s?mail|thunderbird|\bspark\b|airmail|yandex|яндекс|почт|телефон|смартфон|libero|zoho|ios\b|手机|手機|スマートフォン|휴대폰",
    re.I,
)
_PROMOTED = re.compile(r"outlook.{0,40}https?://aka\.ms/", re.I)
_FROM_OUTSIDE = re.compile(
    r"extern|outside|außerhalb|ausserhalb|extérieur|exterior|fuera de|esterno|van buiten|utanför|utenfor|udefra|udenfor|zewn"
    r"|mimo organizaci|külső|din afara|dışından|внешн|зовнішн|ulkopuol|fora da|外部|외부|組織外",
    re.I,
)
_OF_MAILS = re.compile(
    r"mail\b|mails\b|message|nachricht|messaggio|mensaje|mensagem|correo|bericht|absender|sender|expéditeur|remitente|mittente"
    r"|remetente|afzender|avsändare|avsender|afsender|wiadomość|nadawc|zpráv|odesílatel|üzenet|feladó|mesaj|gönderen|письм|отправител"
    r"|лист|viesti|lähettäjä|邮件|郵件|メール|메일",
    re.I,
)
_WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|a écrit|escribió|va escriure|ha scritto|schreef|escreveu|skrev|skrifaði|kirjoitti"
    r"|napisał(?:a|\(a\))?|napsal(?:a|\(a\))?|napísal|írta|a scris|je napisao|napisal|yazdı|viết|пишет|писал|написал|пише|έγραψε)"
    r"|写道|寫道|書きました|のメール|님이 작성",
    re.I,
)
_FORWARDS = _one_of(
    r"[-_ ]*begin forwarded message",
    r"[-_ ]*(?:forwarded|weitergeleitete|videresendt|vidarebefordrat|doorgestuurd|przekazana|přeposlaná|edelleenlähetetty)",
    r"[-_ ]*(?:message transféré|début du message (?:réexpédié|transféré)|mensaje reenviado|inicio del mensaje reenviado)",
    r"[-_ ]*(?:messaggio inoltrato|inizio messaggio inoltrato|mensagem (?:encaminhada|reencaminhada))",
    r"[-_ ]*(?:anfang der weitergeleiteten|пересылаемое|пересланное|转发|轉寄|転送)",
)
_ORIGINAL = re.compile(
    r"[-_=]{2,} ?(?:original(?:e|-)? ?(?:message|mail|e-?mail|nachricht)|(?:ursprüngliche|originale?) nachricht|reply message"
    r"|message (?:d'origine|original)|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht"
    r"|oprindelig meddelelse|opprinnelig melding|ursprungligt meddelande|alkuperäinen viesti"
    r"|(?:oryginalna )?wiadomość(?: oryginalna)?"
    r"|původní (?:e-mail|zpráva)|pôvodná správa|eredeti üzenet|mesaj original|orijinal mesaj|исходное сообщение"
    r"|原始邮件|回复的原邮件|原邮件|原始郵件|元のメッセージ|원본 메시지) ?[-_=]{2,}",
    re.I,
)
_FORWARD_PREFIX = _one_of(
    r"(?:fwd?|wg|tr|rv|vs|vb|i|enc|pd|[iİ]lt|πρθ|הועבר|doorst|továbbítás|转发|轉寄|轉發|fwd\(\d{1,3}\)|vl|vid)\s?(?:\[\d{1,3}\])?[:\uff1a]"
)
# Field names of header blocks that replies and forwards carry in their text.
_FIELD_NAMES = word_set(
    "from sent date to cc bcc subject reply-to importance attachments",
    "von gesendet datum an betreff kopie wichtigkeit anlagen",
    "de envoyé envoye date à a objet pour",
    "enviado fecha para asunto cco enviada data assunto",
    "da inviato oggetto inviata",
    "van verzonden aan onderwerp",
    "från skickat till ämne fra sendt til emne",
    "lähettäjä lähetetty päiväys vastaanottaja aihe kopio",
    "od wysłano data do temat dw odesláno komu předmět kopie odoslané predmet",
    "feladó küldve címzett tárgy",
    "gönderen gönderme tarih kime kimden konu",
    "от отправлено дата кому тема копия від надіслано",
    "από στάλθηκε προς θέμα",
    "发件人 发送时间 收件人 主题 抄送 日期 寄件者 寄件者 傳送時間 收件者 主旨",
    "差出人 送信日時 宛先 件名 日時 보낸 받는 제목 날짜",
)

_OF_NOBODY = word_set(
    "sent date subject importance attachments gesendet datum betreff wichtigkeit anlagen envoyé envoye objet",
    "enviado fecha asunto enviada data assunto inviato oggetto inviata verzonden onderwerp skickat ämne sendt emne",
    "lähetetty päiväys aihe wysłano temat odesláno předmět odoslané predmet küldve tárgy gönderme tarih konu",
    "отправлено дата тема надіслано στάλθηκε θέμα 发送时间 主题 日期 傳送時間 主旨 送信日時 件名 日時 제목 날짜",
)


def is_mobile_line(text: str) -> bool:
    """Whether this is the line that a phone or a provider's program adds by itself."""
    return len(text) <= _LONGEST and _MOBILE.match(text) is not None


def is_banner(text: str) -> bool:
    """Whether a gateway or a virus scanner put this line there."""
    return len(text) <= 2000 and _BANNER.match(text) is not None


def is_sent_from(text: str) -> bool:
    """Whether a line that ends a text says, in some language, from which device or with which program it was sent."""
    if len(text) > _LONGEST or text[0].isdigit():
        return False
    return _PROMOTED.search(text) is not None or (_SENT.search(text) is not None and _PROGRAM.search(text) is not None)


def is_notice(text: str) -> bool:
    """Whether a line above a text says, in some language, that the mail is from outside."""
    if not _SHORTEST_NOTICE <= len(text) <= 2000:
        return False
    return _FROM_OUTSIDE.search(text) is not None and _OF_MAILS.search(text) is not None


def says_wrote(text: str) -> bool:
    """Whether some language's "wrote" is in an attribution."""
    return _WROTE.search(text[:1000]) is not None


def around_wrote(text: str) -> tuple[str, str]:
    """What stands before and behind some language's "wrote" in an attribution, both empty without one."""
    found = _WROTE.search(text[:1000])
    return (text[: found.start()], text[found.end() : 1000]) if found else ("", "")


def announces_forward(text: str) -> bool:
    """Whether this line says that a passed-on mail follows."""
    return len(text) <= _LONGEST and _FORWARDS.match(text) is not None


def titles_original(text: str) -> bool:
    """Whether this line is a program's title, between dashes, of the mail that is answered."""
    return len(text) <= _LONGEST and _ORIGINAL.fullmatch(text) is not None


def begins_with_a_field(text: str) -> bool:
    """Whether a line's first word is a field's name, with a colon or without, in a table's cell or not."""
    word = text.lstrip("|*_ ")[:_LONGEST].split(maxsplit=1)[:1]
    return bool(word) and word[0].partition(":")[0].strip("*_\uff1a").lower() in _FIELD_NAMES


def is_forward_subject(subject: str) -> bool:
    """Whether a subject begins as that of a mail which passes on another: its first prefix counts."""
    return _FORWARD_PREFIX.match(subject.lstrip()) is not None


def names_a_field(name: str) -> bool:
    """Whether a word before a colon is a field's name in some language's header block."""
    words = name.strip().lower().split()
    return bool(words) and words[0] in _FIELD_NAMES


def names_people(name: str) -> bool:
    """Whether the field of that name, in some language, tells who wrote a mail or to whom."""
    return names_a_field(name) and name.strip().lower().split()[0] not in _OF_NOBODY


def is_a_field(text: str) -> bool:
    """Whether a line is a field's name and nothing else, as Lotus Notes writes it."""
    return text.strip(" :\uff1a").lower() in _FIELD_NAMES


def is_finnish_field(text: str) -> bool:
    """Whether a line of a header block is Finnish: `VS:` begins the subject of a reply there, elsewhere of a forward."""
    return text.strip("*_ ").lower().startswith(("lähettäjä", "lähetetty", "vastaanottaja", "päiväys", "aihe"))
