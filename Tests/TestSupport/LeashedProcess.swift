import Basics
import Foundation
import Glibc
import Synchronization

/// A command in a process group of its own that ends with the process that started it, even if that crashes: it reads
/// from a pipe whose other end the system then closes.
final class LeashedProcess: Sendable {
  struct Failure: Error {
    let code: Int32
  }

  private let group: pid_t
  private let leash: Mutex<Int32?>

  /// Starts a command without output.
  /// - Parameters:
  ///   - environment: all variables that the command sees, besides `PATH`.
  ///   - input: a line for its standard input, which no list of processes shows.
  init(_ command: [String], environment: [String: String] = [:], input: String = "")
    throws(Failure)
  {
    let (reading, writing) = try Self.pipe()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let variables = environment.merging(["PATH": path, "LEASHED_INPUT": input]) { $1 }
    do throws(Failure) {
      group = try Self.spawn(
        ["/bin/sh", "-c", Self.script, "sh"] + command, variables, input: reading)
    } catch {
      close(writing)
      throw error
    }
    leash = Mutex(writing)
  }

  deinit {
    stop()
  }

  /// Sends a signal to the command.
  /// - Parameter name: without `SIG`.
  func signal(_ name: String) {
    leash.withLock { leash in
      guard let leash else { return }
      let line = Array("\(name)\n".utf8)
      _ = write(leash, line, line.count)
    }
  }

  /// Ends the command with all its processes.
  func stop() {
    let leash: Int32? = leash.withLock { leash in
      defer { leash = nil }
      return leash
    }
    guard let leash else { return }
    close(leash)
    kill(-group, SIGKILL)
    var status: Int32 = 0
    waitpid(group, &status, 0)
  }

  private static let script = """
    "$@" <<END &
    $LEASHED_INPUT
    END
    while read -r name; do kill -s "$name" "$!"; done
    kill -s KILL -- -$$
    """

  // MARK: Starting

  /// Both ends of a pipe that no child inherits unasked.
  private static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Failure(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts a command in a process group of its own, without error output.
  /// - Parameters:
  ///   - environment: all variables that the command sees.
  ///   - input: its standard input, which is closed here.
  ///   - output: its standard output, which is closed here; nil for none, or the same as `input`.
  static func spawn(
    _ command: [String], _ environment: [String: String], input: Int32, output: Int32? = nil
  ) throws(Failure) -> pid_t {
    defer {
      close(input)
      if let output, output != input { close(output) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var arguments = strings(command)
    var values = strings(environment.map { "\($0.key)=\($0.value)" })
    defer { for text in arguments + values { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, command[0], &actions, &attributes, &arguments, &values)
    guard code == 0 else { throw Failure(code: code) }
    return process
  }

  private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}
