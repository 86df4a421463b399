"""What a reader is told, as text and HTML: for mails, for `resolve` and for the archive alike."""
