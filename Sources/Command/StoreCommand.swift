import ArgumentParser
import Core
import Platform
import Service

/// A command that works on the database in this process, without a window.
protocol StoreCommand: ParsableCommand, Sendable {
  /// Whether the command may write; old items of the trash and old conflicts are then also removed, as by the window.
  var writes: Bool { get }

  /// - Returns: the exit code.
  @MainActor
  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus
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
      let context = try await CommandContext.open()
      let status: CommandStatus
      do throws(CommandFailure) {
        status = try await run(in: context)
        if writes {
          await TrashPurge.run(context.store)
          await context.letRemindersRing()
        }
      } catch {
        try context.close()
        throw error
      }
      try context.close()
      if let reason = Terminal.finish() {
        Terminal.printToStandardError(tr("The output could not be written (%s).", reason))
        return status == .done ? .outputFailed : status
      }
      return status
    } catch {
      Terminal.printToStandardError(error.message)
      return error.status
    }
  }
}
