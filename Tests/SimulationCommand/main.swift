import Simulation

#if canImport(Glibc)
  import Glibc
#endif

// optimist-simulation FIRST COUNT [--stop]   plays so many seeds and prints those that fail;
//                                            with --stop no more after the first that does
// optimist-simulation SEED                   tells the story of one

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.compactMap { UInt64($0) }
let stopsEarly = arguments.contains("--stop")
guard let first = numbers.first, numbers.count + (stopsEarly ? 1 : 0) == arguments.count else {
  print("usage: optimist-simulation FIRST COUNT [--stop] | optimist-simulation SEED")
  exit(2)
}
guard numbers.count == 2 else {
  exit(await SimulationBatch.play(first, isTold: true) ? 0 : 1)
}
let batch = SimulationBatch(
  seeds: first..<(first + numbers[1]), lanes: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
  stopsEarly: stopsEarly)
let failed = await batch.play()
print("\(Int(numbers[1]) - failed.count) seeds passed, \(failed.count) failed")
exit(failed.isEmpty ? 0 : 1)
