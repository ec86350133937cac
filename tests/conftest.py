"""What all tests share: examples are tried however long a busy machine takes over one."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
