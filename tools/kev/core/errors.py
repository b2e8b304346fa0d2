"""The errors that the user can act on."""
import errno


class KevError(Exception):
    """An error that the user can act on; shown without a traceback."""


def explain_os_error(error):
    """One line for an OSError: what failed, where, and what to do when the disk is full."""
    where = f" ({error.filename})" if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return f"the disk is full{where}; make room and try again"
    return f"{error.strerror or error}{where}"
