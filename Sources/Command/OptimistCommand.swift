import ArgumentParser
import Basics
import Core
import Glibc
import Platform
import Service

/// The exit codes: those of sysexits.h where one fits, and two small numbers.
enum CommandStatus: Int32, Sendable {
  case done = 0
  /// The database could not be read or written.
  case storeFailed = 1
  /// The named item does not exist, or the name is ambiguous.
  case notFound = 2
  /// The command was not understood (EX_USAGE).
  case usage = 64
  /// A server cannot be reached or cannot answer (EX_UNAVAILABLE).
  case unavailable = 69
  /// The output could not be written, for instance because the disk is full (EX_IOERR). Changes are kept.
  case outputFailed = 74
  /// A server's certificate is not trusted. EX_PROTOCOL is the closest code.
  case untrusted = 76
  /// Another process is busy; retrying may help (EX_TEMPFAIL).
  case later = 75
  /// The server or the owner of a list does not allow it (EX_NOPERM).
  case notAllowed = 77
  /// Interrupted with Control-C; the code that shells use for it.
  case interrupted = 130
}

/// The command `optimist`.
package struct OptimistCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "optimist", abstract: "Write down what there is to do.",
    usage: """
      optimist [<options>]
      optimist <command> …
      """,
    discussion: """
      Without a command the window opens. The commands work in any terminal, beside an open window and \
      without one.

      Exit codes: 0 success · 1 the database could not be read or written · 2 the given name or ID matches \
      nothing or more than one thing · 64 the command line is invalid · 69 a server or the keyring cannot be \
      reached · 74 the output could not be written, and changes are kept · 75 another process is in the way, \
      try again later · 76 the server’s certificate is not trusted · 77 not allowed, or signing in is needed · \
      130 interrupted.
      """,
    version: Version.current,
    subcommands: [
      AddCommand.self, ListCommand.self, ShowCommand.self, EditCommand.self, DoneCommand.self,
      MoveCommand.self, DeleteCommand.self, UndoCommand.self, ListsCommand.self, TagsCommand.self,
      SyncCommand.self,
      AccountsCommand.self,
    ])

  @Option(
    name: .customLong("firestore-emulator"),
    help: .init(
      "Keep the lists in a Firestore emulator on this computer.", valueName: "HOST:PORT"))
  var emulator: String?

  @Option(help: .init("The project of the emulator.", valueName: "P"))
  var project: String?

  @Option(help: .init("The user of the emulator.", valueName: "U"))
  var user: String?

  @Flag(help: "Open a window of its own although another instance runs.")
  var nonUnique = false

  @Flag(help: "Open the window with the entry for a new to-do.")
  var newTodo = false

  /// The option with which D-Bus service files start applications (defined by GApplication).
  @Flag(name: .customLong("gapplication-service"), help: .hidden)
  var isService = false

  package init() {}

  package func validate() throws {
    guard emulator != nil || (project == nil && user == nil) else {
      throw ValidationError("--project and --user go with --firestore-emulator.")
    }
    _ = try account()
  }

  /// Whether the words after the program are text; in `CommandLine.arguments`, what is not is replaced. The program
  /// itself may be in a folder of any name.
  private static var isUTF8: Bool {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()
      .allSatisfy { $0.map { String(validatingCString: $0) != nil } ?? true }
  }

  /// Runs the command line, and ends the process.
  /// - Parameter openWindow: runs the application with its window until it ends, and returns the exit code.
  package static func start(openWindow: (LaunchOptions) -> Int32) -> Never {
    Terminal.openStreams()
    TaskThreads.install()
    DescriptorLimit.raise()
    let words = Array(CommandLine.arguments.dropFirst())
    if let options = LaunchOptions(flags: words) { Glibc.exit(openWindow(options)) }
    if let shell = CompletionScript.shell(askedForBy: words) {
      guard let script = CompletionScript.text(for: shell) else {
        Terminal.printToStandardError("\(CompletionScript.option) takes bash, zsh or fish.")
        exit(withError: ExitCode(CommandStatus.usage.rawValue))
      }
      Terminal.printUTF8(script)
      end()
    }
    if words.first == CommandCompletion.request {
      let lines = (try? CommandCompletion.answer(to: Array(words.dropFirst()))) ?? []
      for line in lines { Terminal.printUTF8(line) }
      end()
    }
    if let message = CommandNames(of: configuration).errorMessage(for: words) {
      Terminal.printToStandardError(message)
      exit(withError: ExitCode(CommandStatus.usage.rawValue))
    }
    guard isUTF8 else {
      Terminal.printToStandardError("The command line is not UTF-8.")
      exit(withError: ExitCode(CommandStatus.usage.rawValue))
    }
    do {
      let isCommand = CommandNames(of: configuration).contains(words.first)
      var command = isCommand ? try Commands.parseAsRoot(words) : try parseAsRoot(words)
      if let window = command as? OptimistCommand {
        let status = openWindow(try window.options())
        if status != 0 { throw ExitCode(status) }
      } else {
        try command.run()
      }
    } catch {
      end(error)
    }
    end()
  }

  /// Prints what the parser says, such as the help, and ends the process. The parser itself prints UTF-8 in every locale
  /// and typed words as they are, and does not notice a full disk.
  private static func end(_ error: (any Error)? = nil) -> Never {
    let code = error.map { exitCode(for: $0) } ?? .success
    let text = error.map { fullMessage(for: $0) } ?? ""
    if code == .success, CommandLine.arguments.contains("--experimental-dump-help") {
      Terminal.printUTF8(text)
    } else if !text.isEmpty {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        Terminal.printLine(PlainText.line(String(line)), isError: code != .success)
      }
    }
    guard let reason = Terminal.finish(), code == .success else { Glibc.exit(code.rawValue) }
    Terminal.printToStandardError(tr("The output could not be written (%s).", reason))
    Glibc.exit(CommandStatus.outputFailed.rawValue)
  }

  /// The commands without the options of the window. The parser would otherwise take a command's options, such as
  /// `--user`, for those of the window.
  private struct Commands: ParsableCommand {
    static let configuration = OptimistCommand.configuration
  }

  private func options() throws -> LaunchOptions {
    LaunchOptions(
      account: try account(), isUnique: !nonUnique, isService: isService, startsWithNewTodo: newTodo
    )
  }

  private func account() throws -> Account? {
    guard let emulator else { return nil }
    guard let project, let user else {
      throw ValidationError("--firestore-emulator needs --project and --user.")
    }
    do {
      let settings = try FirestoreSettings(project: project, host: emulator, user: user)
      guard settings.isLoopback else {
        throw ValidationError("--firestore-emulator takes an address of this computer only.")
      }
      return Account(firestore: settings)
    } catch let problem as FirestoreSettings.Problem {
      throw ValidationError("Not usable: \(problem).")
    }
  }
}
