import CGLib
import Dispatch
import Glibc
import Synchronization

/// Records how long the main loop leaves an event waiting, for tests that prove it is never blocked.
///
/// Off unless the environment names a file: `OPTIMIST_WATCHDOG=FILE`. A thread then pings the loop every 5 ms
/// and appends each wait of more than 16 ms to FILE, in milliseconds, one number per line. When the process
/// ends, `max NUMBER` is appended. Time that the main thread lost to other processes is included. It starts
/// when the loop is idle for the first time, so the time until the first frame is not counted.
package final class MainLoopWatchdog: Sendable {
  /// The wait in milliseconds above which it is recorded: one frame at 60 Hz.
  package static let threshold = 16.0
  private static let interval: gulong = 5_000  // µs

  private let path: String
  private let longest = Mutex(0.0)  // ms
  private let isStopped = Atomic(false)

  /// - Parameter path: the file to append to.
  package init(path: String) {
    self.path = path
  }

  /// Starts the watchdog of this process if the environment asks for it.
  package static func startIfRequested() {
    guard let path = getenv("OPTIMIST_WATCHDOG") else { return }
    let watchdog = MainLoopWatchdog(path: String(cString: path))
    running.withLock { $0 = watchdog }
    atexit { MainLoopWatchdog.running.withLock { $0 }?.finish() }
    g_idle_add_full(
      G_PRIORITY_LOW,
      { _ in
        MainLoopWatchdog.running.withLock { $0 }?.start()
        return 0  // G_SOURCE_REMOVE
      }, nil, nil)
  }

  private static let running = Mutex<MainLoopWatchdog?>(nil)

  /// Starts pinging; the main loop must be running.
  package func start() {
    let data = Unmanaged.passRetained(self).toOpaque()
    let thread = g_thread_new(
      "watchdog",
      { data in
        guard let data else { return nil }
        Unmanaged<MainLoopWatchdog>.fromOpaque(data).takeRetainedValue().watch()
        return nil
      }, data)
    g_thread_unref(thread)
  }

  /// Stops pinging and appends the longest wait.
  package func finish() {
    isStopped.store(true, ordering: .relaxed)
    append("max \(longest.withLock { $0 })")
  }

  private func watch() {
    while !isStopped.load(ordering: .relaxed) {
      let ping = Ping()
      ping.send()
      // A stopped loop never answers, so check the flag from time to time.
      while !ping.isAnswered(within: 100_000) {
        if isStopped.load(ordering: .relaxed) { return }
      }
      record(ping.wait)
      g_usleep(MainLoopWatchdog.interval)
    }
  }

  private func record(_ wait: Double) {
    longest.withLock { $0 = max($0, wait) }
    if wait > MainLoopWatchdog.threshold { append("\(wait)") }
  }

  private func append(_ line: String) {
    guard let file = fopen(path, "a") else { return }
    fputs(line + "\n", file)
    fclose(file)
  }
}

/// One ping to the main loop and the time of its answer.
private final class Ping: Sendable {
  private let sent = g_get_monotonic_time()
  private let answered = Mutex<gint64?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  /// Milliseconds from ping to answer; 0 before the answer.
  var wait: Double {
    Double((answered.withLock { $0 } ?? sent) - sent) / 1000
  }

  func send() {
    g_idle_add_full(
      G_PRIORITY_HIGH,
      { data in
        guard let data else { return 0 }
        let ping = Unmanaged<Ping>.fromOpaque(data).takeUnretainedValue()
        ping.answered.withLock { $0 = g_get_monotonic_time() }
        ping.semaphore.signal()
        return 0  // G_SOURCE_REMOVE
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<Ping>.fromOpaque(data).release()
      })
  }

  /// - Parameter limit: µs.
  func isAnswered(within limit: Int) -> Bool {
    semaphore.wait(timeout: .now() + .microseconds(limit)) == .success
  }
}
