import Simulation

#if canImport(Glibc)
  import Glibc
#endif

// optimist-simulation FIRST COUNT plays so many seeds and prints those that fail.
// optimist-simulation SEED tells the story of one.

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard let first = numbers.first, numbers.count == CommandLine.arguments.count - 1 else {
  print("usage: optimist-simulation FIRST COUNT | optimist-simulation SEED")
  exit(2)
}

func play(_ seed: UInt64, isTold: Bool) async -> [String] {
  do {
    return try await SimulationRun(seed: seed, isTold: isTold).play()
  } catch {
    return ["ended with \(error)"]
  }
}

guard numbers.count == 2 else {
  let problems = await play(first, isTold: true)
  for problem in problems { print("seed \(first): \(problem)") }
  exit(problems.isEmpty ? 0 : 1)
}

let seeds = first..<(first + numbers[1])
let lanes = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
let failed = await withTaskGroup(of: [UInt64].self) { group in
  for lane in 0..<lanes {
    group.addTask {
      var failed: [UInt64] = []
      for seed in seeds where Int(seed) % lanes == lane {
        let problems = await play(seed, isTold: false)
        for problem in problems { print("seed \(seed): \(problem)") }
        if !problems.isEmpty { failed.append(seed) }
      }
      return failed
    }
  }
  var failed: [UInt64] = []
  for await lane in group { failed += lane }
  return failed
}
print("\(seeds.count - failed.count) seeds passed, \(failed.count) failed")
exit(failed.isEmpty ? 0 : 1)
