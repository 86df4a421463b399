from tests.servers.fixtures import real_imap, real_smtp

__all__ = ["real_imap", "real_smtp"]
