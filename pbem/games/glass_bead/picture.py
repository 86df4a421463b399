"""x"""

from typing import Any


def __getattr__(n: str) -> Any:
    return lambda *a: ()
