"""The doctor: looks at everything a table needs and says for each what it is, how it is, and what to do.

`examine` looks at the real machine; what it finds is a `companion.present.health_report.Report`, for the command line,
for the page and for a diagnostics file alike.
"""

from __future__ import annotations

from companion.operation.doctor.examine import examine, examine_table

__all__ = ["examine", "examine_table"]
