import ArgumentParser
import Core
import Platform
import Service
import Sync

/// `optimist accounts remove`
struct RemoveAccountCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an account from this computer.",
    discussion:
      "Nothing is deleted on the server. The lists stay on this computer, unless an option says otherwise."
  )

  @Argument(
    help: .init("The account’s name or identifier, as “accounts” prints it.", valueName: "name"),
    completion: .custom(CommandCompletion.accounts))
  var name: String

  @Flag(
    help:
      "Remove its lists from this computer too. Copies of changes that were not sent stay in the trash."
  )
  var deleteLists = false

  @MainActor
  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let account = try await context.account(name)
    let isKeeping = !deleteLists
    try await context.stored { store throws(StoreError) in
      try await store.disconnect(account.id, isKeeping: isKeeping)
    }
    Terminal.printLine(PlainText.line(tr("Removed: %s", account.name)))
    let signing = AccountSignIn(transport: SoupTransport(), secrets: SecretServiceStore())
    do throws(SecretError) {
      try await signing.signOut(account)
    } catch {
      throw CommandFailure(
        .unavailable,
        tr("A secret is left in the keyring.") + " " + ErrorText.reason(error))
    }
    return .done
  }
}
