import Simulation

#if canImport(Glibc)
  import Glibc
#endif

// optimist-simulation FIRST COUNT [--stop]   plays so many seeds and prints those that fail;
//                                            with --stop no more after the first that does
// optimist-simulation SEED                   tells the story of one
// optimist-simulation --known                plays those that once failed
// With --caldav each seed is played at a CalDAV server only.
// optimist-simulation FIRST END STEP --work  is one of the processes that the first starts

let options = CommandLine.arguments.dropFirst().filter { $0.hasPrefix("--") }
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let stopsEarly = options.contains("--stop")
let kind: SimulationBatch.Kind =
  options.contains("--known") ? .known : options.contains("--caldav") ? .caldav : .all

func play(first: UInt64, count: UInt64) async -> Bool {
  let workers = SimulationWorkers(
    first: first, count: count, options: options.sorted(), stopsEarly: stopsEarly)
  let (played, failed) = await workers.play()
  print("\(played - failed) seeds passed, \(failed) failed")
  return failed == 0 && played == Int(count)
}

switch (numbers.count, options.contains("--work")) {
case (0, false) where kind == .known:
  exit(await play(first: 0, count: UInt64(SimulationBatch.knownCount)) ? 0 : 1)
case (1, false):
  exit(await SimulationBatch.play(numbers[0], kind, isTold: true) ? 0 : 1)
case (2, false):
  exit(await play(first: numbers[0], count: numbers[1]) ? 0 : 1)
case (3, true):
  await SimulationWorkers.work(
    SimulationBatch(
      numbers: stride(from: numbers[0], to: numbers[1], by: Int(numbers[2])), kind: kind,
      stopsEarly: stopsEarly))
default:
  print(
    "usage: optimist-simulation FIRST COUNT [--stop] | optimist-simulation SEED | optimist-simulation --known"
  )
  exit(2)
}
