"""Measures two versions of the program in turns, so that a busy machine is as busy for both: the other one is the floor.

Run by `bench.py --beside PATH`. The other version may be older and know less of a to-do (see `fill` in bench.py).
"""

#: A line that is no more than a tenth above the other version's counts as equal.
AIM = 1.1


class VersionsBench:
    def __init__(self, own, other, options):
        """`own` and `other` are the benches of the two programs, each with a folder of its own."""
        self.own, self.other, self.options = own, other, options

    def run(self, only=None):
        if only in (None, "window", "starts"):
            self.starts()
        if only in (None, "window", "adds"):
            self.adds()
        if only in (None, "window", "scrolling"):
            self.scrolling()

    def add(self, name, pair):
        self.own.results.add(name, "ms", pair[0], ("other version", pair[1]), AIM)

    def starts(self):
        """From exec to the first frame with to-dos, and to all rows."""
        self.own.results.begin("start")
        for size in self.own.sizes:
            homes = [bench.prepared(size) for bench in (self.own, self.other)]
            first, whole = ([], []), ([], [])
            for _ in range(self.options.starts):
                for number, bench in enumerate((self.own, self.other)):
                    app = bench.app(homes[number])
                    first[number].append((app.wait_frame(min(size, 1)) - app.started) / 1000)
                    whole[number].append((app.wait_frame(size) - app.started) / 1000)
                    app.end()
            self.add(f"start to first frame, {size} to-dos", first)
            self.add(f"start to all rows, {size} to-dos", whole)

    def adds(self):
        """From Enter to the frame that shows the new row."""
        self.own.results.begin("Enter → frame with the new row")
        block = min(50, self.options.adds)
        for size in self.own.sizes:
            homes = [bench.prepared(size) for bench in (self.own, self.other)]
            times = ([], [])
            while len(times[0]) < self.options.adds:
                for number, bench in enumerate((self.own, self.other)):
                    app = bench.app(homes[number], blinks=False)
                    times[number].extend(bench.add_some(app, size + len(times[number]), block))
            self.add(f"Enter to new row, {size} to-dos", times)

    def scrolling(self):
        """What each frame takes while the wheel is turned and the ends are jumped to."""
        self.own.results.begin("scrolling")
        for size in self.own.sizes:
            homes = [bench.prepared(size) for bench in (self.own, self.other)]
            frames = [bench.scroll(homes[number], size) for number, bench in enumerate((self.own, self.other))]
            self.add(f"frame while scrolling, {size} to-dos", frames)
