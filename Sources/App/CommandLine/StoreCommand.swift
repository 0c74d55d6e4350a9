import ArgumentParser
import Core

/// A command that works on the file with the to-dos, in this process and without a window.
protocol StoreCommand: ParsableCommand, Sendable {
  /// - Returns: what the shell is told.
  @MainActor
  func run(on desk: CommandDesk) async throws(CommandFailure) -> CommandStatus
}

extension StoreCommand {
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
