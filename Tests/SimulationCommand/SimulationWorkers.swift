import Foundation
import Simulation
import Synchronization

/// Plays seeds in one process for each processor. Threads of one process would wait for each other: SQLite
/// counts its memory, and Swift looks up its types, under locks of the whole process.
struct SimulationWorkers: Sendable {
  let first: UInt64
  let count: UInt64
  /// Handed on to each process.
  let options: [String]
  let stopsEarly: Bool

  /// What a worker writes before each seed.
  private static let mark = "plays "

  /// Plays all and prints what went wrong.
  func play() async -> (played: Int, failed: Int) {
    let number = UInt64(ProcessInfo.processInfo.activeProcessorCount)
    let group = WorkerGroup()
    return await withTaskGroup(of: (Int, Set<String>).self) { tasks in
      for start in 0..<min(number, count) {
        tasks.addTask { follow(start: first + start, step: number, group) }
      }
      var (played, failed) = (0, 0)
      for await (seeds, failures) in tasks {
        played += seeds
        failed += failures.count
      }
      return (played, failed)
    }
  }

  /// What one of the processes does.
  static func work(_ batch: SimulationBatch) async {
    let parent = getppid()
    await batch.play { seed in
      print(mark + "\(seed)")
      fflush(nil)
      // Nobody listens any more.
      return getppid() == parent
    }
  }

  /// Starts a worker and reads what it says until it ends.
  /// - Returns: how many seeds it began, and those that failed.
  private func follow(start: UInt64, step: UInt64, _ group: WorkerGroup) -> (Int, Set<String>) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments =
      ["\(start)", "\(first + count)", "\(step)", "--work"] + options
    let pipe = Pipe()
    process.standardOutput = pipe
    do { try process.run() } catch {
      print("a worker could not be started: \(error)")
      return (0, [])
    }
    group.add(process)
    var played = 0
    var failed: Set<String> = []
    var present = ""
    let take = { (line: String) in
      if line.hasPrefix(Self.mark) {
        present = String(line.dropFirst(Self.mark.count))
        played += 1
      } else if !group.hasEnded(process) {
        print(line)
        fflush(nil)
        failed.insert(present)
        if stopsEarly { group.end(except: process) }
      }
    }
    var rest = Data()
    while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
      rest += data
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: rest[..<end], as: UTF8.self))
        rest = Data(rest[rest.index(after: end)...])
      }
    }
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal {
      take("seed \(present): the process ended by signal \(process.terminationStatus)")
    }
    return (played, failed)
  }
}

/// The processes that play, so that the others can be ended when a seed of one has failed.
private final class WorkerGroup: Sendable {
  private let processes = Mutex<(all: Set<pid_t>, ended: Set<pid_t>)>(([], []))

  func add(_ process: Process) {
    processes.withLock { _ = $0.all.insert(process.processIdentifier) }
  }

  /// Whether it was told to end before its time.
  func hasEnded(_ process: Process) -> Bool {
    processes.withLock { $0.ended.contains(process.processIdentifier) }
  }

  func end(except process: Process) {
    processes.withLock { processes in
      guard processes.ended.isEmpty else { return }
      processes.ended = processes.all.subtracting([process.processIdentifier])
      for one in processes.ended { kill(one, SIGTERM) }
    }
  }
}
