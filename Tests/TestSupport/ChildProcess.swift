import Glibc

/// A command that a test starts.
enum ChildProcess {
  struct Failure: Error {
    let code: Int32
  }

  /// Starts a command in a process group of its own, without error output.
  /// - Parameters:
  ///   - environment: all variables of the command.
  ///   - end: the socket for its standard input and output, which is closed here.
  static func spawn(_ command: [String], _ environment: [String: String], end: Int32)
    throws(Failure) -> pid_t
  {
    defer { close(end) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end, 0)
    posix_spawn_file_actions_adddup2(&actions, end, 1)
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
