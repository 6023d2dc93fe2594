"""A story: parts that are told in order, each from where the one before it ended."""

import time
import traceback


class Story:
    def __init__(self):
        self.parts = []

    def part(self, body):
        """Marks a part. Its name is the statement that it proves."""
        self.parts.append(body)
        return body

    def holds(self, world):
        """Tells the story up to the first part that does not hold; whether all of it holds."""
        return all(tell(part, world) for part in self.parts)


def tell(part, world):
    """Tells one part; whether it holds."""
    start = time.monotonic()
    try:
        part(world)
    except Exception:
        print(f"✘ {part.__name__.replace('_', ' ')}", flush=True)
        traceback.print_exc()
        return False
    print(f"✔ {part.__name__.replace('_', ' ')} ({time.monotonic() - start:.1f} s)", flush=True)
    return True
