import ArgumentParser
import Core

/// The command `optimist`.
public struct OptimistCommand: ParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "optimist", abstract: "Write down what there is to do.",
    version: Version.current)

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

  /// What D-Bus service files start applications with (GApplication's own option).
  @Flag(name: .customLong("gapplication-service"), help: .hidden)
  var isService = false

  public init() {}

  public func validate() throws {
    guard emulator != nil || (project == nil && user == nil) else {
      throw ValidationError("--project and --user go with --firestore-emulator.")
    }
    _ = try account()
  }

  public func run() throws {
    let options = LaunchOptions(
      account: try account(), isUnique: !nonUnique, isService: isService, startsWithNewTodo: newTodo
    )
    let status = MainActor.assumeIsolated {
      let application = OptimistApplication(options)
      return withExtendedLifetime(application) { application.run() }
    }
    if status != 0 { throw ExitCode(status) }
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
