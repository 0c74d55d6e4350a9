import Basics
import CGLib
import Dispatch
import Glibc
import Platform

/// Syncs in a separate process and does not wait for it.
package enum BackgroundSync {
  package enum Amount: Sendable {
    /// Sends unsent changes.
    case unsent
    /// Sends unsent changes, and receives.
    case everything
  }

  /// The time limit, long enough for slow servers.
  package static let limit = Duration.seconds(120)

  /// `POSIX_SPAWN_SETSID`, which the C library offers to GNU programs only: the process outlives the
  /// terminal.
  private static let newSession: Int16 = 0x80

  /// Starts it. If that fails, nothing is lost: the changes are in the file.
  /// - Parameter program: the path of this program.
  /// - Returns: the process; nil if none was started.
  @discardableResult
  package static func start(_ amount: Amount, program: String = "/proc/self/exe") -> pid_t? {
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, newSession)
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for handle in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, handle, "/dev/null", O_RDWR, 0)
    }
    // What the caller had open besides, such as the lock of flock(1), must not stay open for as long as this runs.
    _ = optimist_close_from(&actions, STDERR_FILENO + 1)
    let receives = amount == .everything ? ["--receive"] : []
    let words = copies(["optimist", "sync", "--background"] + receives)
    defer { for copy in words { free(copy) } }
    var process: pid_t = 0
    let problem = ProcessEnvironment.withCopy { environment in
      posix_spawn(&process, program, &actions, &attributes, words, environment)
    }
    guard problem == 0 else { return nil }
    reap(process)
    return process
  }

  /// Waits for the end of the process, on a thread of its own: it would stay as a zombie while this one runs, which may
  /// be for weeks.
  private static func reap(_ process: pid_t) {
    DispatchQueue(label: "background sync").async {
      while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
  }

  /// C strings, terminated by nil.
  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { (text: String) in strdup(text) } + [nil]
  }
}
