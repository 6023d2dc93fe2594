"""The table of bars: what was measured, of ours and of a peer, and whether the bar is met."""

from dataclasses import dataclass


@dataclass
class Row:
    """One bar. Without a peer, `ours` is held against `bar` itself; with one, their ratio is."""

    what: str
    ours: float
    bar: float
    unit: str
    repeat: str
    peer_name: str = "–"
    peer: float | None = None

    @property
    def ratio(self):
        return self.ours / self.peer if self.peer else None

    @property
    def met(self):
        return (self.ours if self.peer is None else self.ratio) <= self.bar


def number(value, unit=""):
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:.{digits}f}{' ' + unit if unit else ''}"


def cells(row):
    compared = row.peer is not None
    return [
        row.what, row.peer_name,
        number(row.peer, row.unit) if compared else "–",
        number(row.ours, row.unit),
        f"{row.ratio:.2f}×" if compared else "–",
        f"≤ {row.bar:g}×" if compared else f"≤ {row.bar:g}{' ' + row.unit if row.unit else ''}",
        "met" if row.met else "MISSED",
    ]


def show(rows):
    """Prints the table, then how each row is measured again."""
    lines = [["what", "peer", "peer's", "ours", "ratio", "bar", ""], *map(cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for place, line in enumerate(lines):
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
        if place == 0:
            print("  ".join("─" * width for width in widths))
    print("\nTo measure a row again:")
    for row in rows:
        print(f"  {row.what}: {row.repeat}")
    missed = sum(not row.met for row in rows)
    print(f"\n{len(rows) - missed} met, {missed} missed", flush=True)
    return missed
