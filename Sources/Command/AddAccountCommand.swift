import ArgumentParser
import Core
import Platform
import Service
import Sync

/// `optimist accounts add`
struct AddAccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an account.",
    discussion: """
      The password is asked for in the terminal, or read from standard input. It is kept in the keyring only, \
      so one is needed.
      """,
    subcommands: [AddCalDAVCommand.self, AddFirebaseCommand.self])
}

/// The options shared by the commands that add an account.
struct AddAccountOptions: ParsableArguments {
  @Flag(help: "Read the password from the first line of standard input.")
  var passwordStdin = false

  @Flag(
    inversion: .prefixedNo,
    help: "Move this computer’s lists to the account. That is done for the first account.")
  var moveLists: Bool?

  /// Signs in and adds the account.
  /// - Parameters:
  ///   - user: the user whose password is asked for.
  ///   - signIn: receives the password and the existing accounts.
  @MainActor
  func add(
    to context: CommandContext, user: String,
    signIn: (AccountSignIn, String, Set<AccountID>) async throws(AccountSignInFailure) -> Account
  ) async throws(CommandFailure) -> CommandStatus {
    let password = try PasswordEntry.read(of: user, fromStandardInput: passwordStdin)
    return try await add(to: context) { signing, known throws(AccountSignInFailure) in
      try await signIn(signing, password, known)
    }
  }

  /// Signs in and adds the account.
  /// - Parameter signIn: receives the existing accounts.
  @MainActor
  func add(
    to context: CommandContext,
    signIn: (AccountSignIn, Set<AccountID>) async throws(AccountSignInFailure) -> Account
  ) async throws(CommandFailure) -> CommandStatus {
    let known = try await context.stored { store throws(StoreError) in try await store.accounts() }
    let signing = AccountSignIn(transport: SoupTransport(), secrets: SecretServiceStore())
    let account: Account
    do throws(AccountSignInFailure) {
      account = try await signIn(signing, Set(known.map(\.id)))
    } catch {
      throw CommandFailure(error)
    }
    let isNew = !known.contains { $0.id == account.id }
    let isAdopting = moveLists ?? known.isEmpty
    do throws(CommandFailure) {
      try await context.stored { store throws(StoreError) in
        try await store.connect(account, isAdopting: isAdopting)
      }
    } catch {
      if isNew { await Self.forget(account, signing) }
      throw error
    }
    Terminal.printLine(
      PlainText.line(
        isNew
          ? tr("Added: %s. “optimist sync” fetches its lists.", account.name)
          : tr("Signed in again: %s", account.name)))
    context.sendInBackground([account.id])
    return .done
  }

  /// Deletes a secret that belongs to no account.
  @MainActor
  private static func forget(_ account: Account, _ signing: AccountSignIn) async {
    do throws(SecretError) {
      try await signing.signOut(account)
    } catch {
      Log.warning("a secret that is of no use is left in the keyring: \(error)")
    }
  }
}

/// `optimist accounts add caldav`
struct AddCalDAVCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "caldav", abstract: "Add an account at a Nextcloud or another CalDAV server.",
    discussion: """
      The server is found by its address or by the e-mail address. Nextcloud and others want an app password, \
      which their settings make. With --browser, Nextcloud makes one itself: the address is printed, and the \
      command waits until you have signed in there.
      """)

  @Argument(
    help: .init(
      "The server’s address, or an e-mail address.", valueName: "URL-or-e-mail"))
  var address: String

  @Option(
    help: .init("The name to sign in with, unless the e-mail address says it.", valueName: "NAME"))
  var user = ""

  @Option(
    help: .init(
      "Trust the server’s certificate, although the system does not, if it has this fingerprint.",
      valueName: "SHA256"))
  var trustCertificate: String?

  @Flag(help: "Sign in at Nextcloud through the browser, without a password typed here.")
  var browser = false

  @OptionGroup var options: AddAccountOptions

  func validate() throws {
    try CertificateFingerprint.check(trustCertificate)
    if browser {
      guard user.isEmpty, !options.passwordStdin else {
        throw ValidationError("--browser needs neither --user nor --password-stdin.")
      }
      return
    }
    guard !user.isEmpty || address.contains("@") && !address.contains("/") else {
      throw ValidationError(
        "--user is needed, unless an e-mail address or --browser is given.")
    }
  }

  @MainActor
  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let (address, user) = (address, user)
    let certificate = trustCertificate.flatMap(CertificateFingerprint.normalized)
    if browser {
      return try await options.add(to: context) { signing, known throws(AccountSignInFailure) in
        try await BrowserWait.signIn(
          signing, BrowserSignInRequest(address: address, certificate: certificate, known: known))
      }
    }
    return try await options.add(to: context, user: user.isEmpty ? address : user) {
      signing, password, known throws(AccountSignInFailure) in
      try await signing.signIn(
        CalDAVSignInRequest(
          address: address, user: user, password: password, certificate: certificate, known: known))
    }
  }
}

/// `optimist accounts add firebase`
struct AddFirebaseCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "firebase", abstract: "Add an account of a Firebase project.")

  @Argument(help: .init("The project’s ID.", valueName: "project"))
  var project: String

  @Option(help: .init("The project’s Web API key.", valueName: "KEY"))
  var apiKey: String

  @Option(help: .init("The e-mail address to sign in with.", valueName: "ADDRESS"))
  var email: String

  @Option(help: .init("The database, unless it is the usual one.", valueName: "ID"))
  var database = ""

  @Option(help: .init("The server, unless it is Google’s.", valueName: "HOST:PORT"))
  var host = ""

  @Option(help: .init("The server that signs in, unless it is Google’s.", valueName: "HOST:PORT"))
  var identityHost = ""

  @Option(
    help: .init(
      "The server that renews the sign-in, unless it is Google’s.", valueName: "HOST:PORT"))
  var tokenHost = ""

  @OptionGroup var options: AddAccountOptions

  func validate() throws {
    _ = try settings()
  }

  @MainActor
  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let server: FirestoreSettings
    let identity: IdentitySettings
    do {
      (server, identity) = try settings()
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
    let email = email
    return try await options.add(to: context, user: email) {
      signing, password, known throws(AccountSignInFailure) in
      try await signing.signIn(
        AccountSignInRequest(
          server: server, identity: identity, email: email, password: password, known: known))
    }
  }

  private func settings() throws -> (FirestoreSettings, IdentitySettings) {
    do {
      return (
        try FirestoreSettings(project: project, database: database, host: host, user: "-"),
        try IdentitySettings(apiKey: apiKey, identityHost: identityHost, tokenHost: tokenHost)
      )
    } catch {
      throw ValidationError("Not usable: \(error).")
    }
  }
}
