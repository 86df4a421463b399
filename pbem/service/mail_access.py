"""Access to the mail account by OAuth, as the settings say it: whom tokens are got from, and where they are kept."""

from pbem.core.errors import Unusable
from pbem.mail.access import Access
from pbem.mail.oauth import Client
from pbem.service import logs
from pbem.service.config import Settings
from pbem.service.mail_sections import OAuthSection

_GOOGLE_SCOPE = "https://mail.google.com/"
_MICROSOFT_SCOPE = (
    "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access"
)


def access_of(settings: Settings) -> Access:
    """What gives access tokens. Raises Unusable where the settings do not say of whom to get them."""
    return Access(client_of(settings), settings.oauth.token_file, logs.hide)


def client_of(settings: Settings) -> Client:
    """What the provider knows pbem as. Raises Unusable where the settings name none, or the secret cannot be read."""
    oauth = settings.oauth
    if not oauth.provider:
        raise Unusable(
            "the configuration names no provider of access tokens: set provider and client_id in [oauth]"
            " (docs/mail-setup.md tells how), and login in [imap] and [smtp]"
        )
    secret = oauth.read_client_secret()
    if secret:
        logs.hide(secret)
    makers = {"google": _google, "microsoft": _microsoft, "own": _own}
    return makers[oauth.provider](oauth, secret)


def _google(oauth: OAuthSection, secret: str) -> Client:
    """Its codes for other devices are not given for mail, so that a browser is needed."""
    return Client(
        oauth.client_id,
        "https://oauth2.googleapis.com/token",
        secret,
        authorize_url="https://accounts.google.com/o/oauth2/v2/auth",
        scope=oauth.scope or _GOOGLE_SCOPE,
        wishes=(("access_type", "offline"), ("prompt", "consent")),  # else there is no refresh token the second time
    )


def _microsoft(oauth: OAuthSection, secret: str) -> Client:
    base = f"https://login.microsoftonline.com/{oauth.tenant}/oauth2/v2.0"
    return Client(
        oauth.client_id,
        f"{base}/token",
        secret,
        authorize_url=f"{base}/authorize",
        device_url=f"{base}/devicecode",
        scope=oauth.scope or _MICROSOFT_SCOPE,
        comes_back_to="localhost",  # of loopback addresses the only one that is taken with any port
    )


def _own(oauth: OAuthSection, secret: str) -> Client:
    return Client(
        oauth.client_id,
        oauth.token_url,
        secret,
        authorize_url=oauth.authorize_url,
        device_url=oauth.device_url,
        scope=oauth.scope,
    )
