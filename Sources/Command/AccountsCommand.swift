import ArgumentParser
import Core
import Platform
import Service
import Sync

/// `optimist accounts`: lists, adds and removes accounts.
struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts", abstract: "Show, add and remove accounts.",
    subcommands: [ListAccountsCommand.self, AddAccountCommand.self, RemoveAccountCommand.self],
    defaultSubcommand: ListAccountsCommand.self)
}

/// `optimist accounts list`
struct ListAccountsCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the accounts and how far they are synced.")

  @Flag(help: "Print JSON, in a form that stays the same.")
  var json = false

  var writes: Bool { false }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let (all, unreadable) = try await context.stored { store throws(StoreError) in
      let all = try await store.syncSummaries()
      var unreadable: [AccountID: [UnreadableRecord]] = [:]
      for entry in all where entry.summary.unreadable > 0 {
        unreadable[entry.account.id.root, default: []] += try await store.unreadableRecords(
          of: entry.account.id)
      }
      return (all, unreadable)
    }
    let invitations = try await context.stored { store throws(StoreError) in
      try await store.invitations()
    }
    let records = all.filter { $0.account.share == nil }.map { entry in
      let family = all.filter { $0.account.id.root == entry.account.id }
      return AccountRecord(
        entry.account, family.map(\.summary), unreadable: unreadable[entry.account.id] ?? [],
        invitations: invitations.count {
          $0.id.account == entry.account.id && !$0.isAccepted
        })
    }
    if json {
      try CommandJSON.print(records)
    } else if records.isEmpty {
      Terminal.printLine(AccountRecord.none)
    }
    for record in records where !json {
      Terminal.printLine(PlainText.line(record.name))
      for line in record.lines(now: context.store.now) {
        Terminal.printLine("  " + PlainText.line(line))
      }
    }
    return .done
  }
}
