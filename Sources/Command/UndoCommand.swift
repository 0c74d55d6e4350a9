import ArgumentParser
import Core
import Platform

/// `optimist undo`
struct UndoCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last command that changed something.",
    discussion: """
      What somebody else has changed since stays. Can be repeated; the window has its own steps.
      """)

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let found = try await context.stored { store throws(StoreError) in
      let accounts = try await store.syncAccounts().map(\.id)
      return try await store.undoKeptStep().map { (step: $0.step, undone: $0.undone, accounts) }
    }
    guard let found else {
      throw CommandFailure(.notFound, tr("There is nothing to take back."))
    }
    guard !found.undone.isEmpty else {
      Terminal.printLine(tr("Nothing was taken back: all of it has been changed since."))
      return .done
    }
    // A restored list brings back its to-dos and its members.
    let lists = found.undone.edits.filter { $0.key.kind == .list }
    for edit in lists.isEmpty ? found.undone.edits : lists {
      Terminal.printLine(tr("Taken back: “%s”.", PlainText.line(edit.title)))
    }
    context.sendInBackground(found.2.map { $0 })
    return .done
  }
}
