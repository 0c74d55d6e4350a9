import ArgumentParser
import Core
import Platform
import Service

/// A command that works on the file with the to-dos, in this process and without a window.
protocol StoreCommand: ParsableCommand, Sendable {
  /// Whether it may write, and so tidies as the window does. A command that only reads must work on a
  /// read-only file.
  var writes: Bool { get }

  /// - Returns: the exit code.
  @MainActor
  func run(on desk: CommandDesk) async throws(CommandFailure) -> CommandStatus
}

extension StoreCommand {
  var writes: Bool { true }

  func run() throws {
    let status = MainActor.assumeIsolated {
      Localization.start(localeDirectory: DataDirectory.installed().locale)
      return MainLoop.run { await execute() }
    }
    if status != .done { throw ExitCode(status.rawValue) }
  }

  @MainActor
  private func execute() async -> CommandStatus {
    do throws(CommandFailure) {
      let desk = try await CommandDesk.open()
      let status: CommandStatus
      do throws(CommandFailure) {
        status = try await run(on: desk)
        if writes { await TrashTidying.run(desk.store) }
      } catch {
        try desk.close()
        throw error
      }
      try desk.close()
      return status
    } catch {
      Terminal.complain(error.message)
      return error.status
    }
  }
}
