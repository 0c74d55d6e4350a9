import Simulation

#if canImport(Glibc)
  import Glibc
#endif

// optimist-simulation FIRST COUNT [--stop]   plays so many seeds and prints those that fail;
//                                            with --stop no more after the first that does
// optimist-simulation SEED                   tells the story of one
// With --caldav each seed is played at a CalDAV server only.
// optimist-simulation FIRST END STEP --work  is one of the processes that the first starts

let options = CommandLine.arguments.dropFirst().filter { $0.hasPrefix("--") }
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let stopsEarly = options.contains("--stop")
let isCalDAVOnly = options.contains("--caldav")

switch (numbers.count, options.contains("--work")) {
case (1, false):
  exit(await SimulationBatch.play(numbers[0], isTold: true, isCalDAVOnly: isCalDAVOnly) ? 0 : 1)
case (2, false):
  let workers = SimulationWorkers(
    first: numbers[0], count: numbers[1], options: options.sorted(), stopsEarly: stopsEarly)
  let (played, failed) = await workers.play()
  print("\(played - failed) seeds passed, \(failed) failed")
  exit(failed == 0 && played == Int(numbers[1]) ? 0 : 1)
case (3, true):
  await SimulationWorkers.work(
    SimulationBatch(
      seeds: stride(from: numbers[0], to: numbers[1], by: Int(numbers[2])), stopsEarly: stopsEarly,
      isCalDAVOnly: isCalDAVOnly))
default:
  print("usage: optimist-simulation FIRST COUNT [--stop] | optimist-simulation SEED")
  exit(2)
}
