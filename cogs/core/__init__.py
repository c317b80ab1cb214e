"""What every cog needs: actions and their router, access, arguments, codecs, private answers."""

from typing import Final

EXTENSIONS: Final = ("router",)
