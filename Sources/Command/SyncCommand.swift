import ArgumentParser
import Basics
import Core
import Platform
import Service
import Sync

/// `optimist sync`
struct SyncCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send and receive now.",
    discussion: """
      All unsent changes are sent, also those of an earlier session and those that a server has refused. If \
      Optimist is open, it is asked to do so, and this command waits for it.

      If to-dos are missing on a server and too many to be taken for deleted, nothing happens to them here until \
      you say what becomes of them: “--missing remove” puts them into the trash, “--missing keep” sends them \
      again. Both are about what an earlier sync has told.
      """)

  @Option(
    help: .init(
      "How long to wait for another process that syncs, in seconds.", valueName: "seconds"))
  var timeout = 60

  @Option(
    help: .init(
      "What becomes of to-dos that are missing on a server: remove or keep.", valueName: "answer"))
  var missing: MissingAnswer?

  @Option(
    help: .init(
      "Trust the certificate with this fingerprint, if a server now has it.", valueName: "SHA256"))
  var trustCertificate: String?

  /// Given by commands that have written something: sends the changes, and prints nothing.
  @Flag(help: .hidden)
  var background = false

  /// With `background`: also receives, and does not unlock a locked keyring.
  @Flag(help: .hidden)
  var receive = false

  func validate() throws {
    guard (1...86_400).contains(timeout) else {
      throw ValidationError("--timeout takes a number of seconds from 1 to 86400.")
    }
    try CertificateFingerprint.check(trustCertificate)
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let lease = SyncLease(databasePath: context.location.path, holder: .command)
    defer { lease.release() }
    if background { return try await sendQuietly(context, lease) }
    let accounts = try await context.stored { store throws(StoreError) in try await store.accounts()
    }
    guard !accounts.isEmpty else {
      Terminal.printLine(AccountRecord.none)
      return .done
    }
    try await takeAnswers(context, accounts)
    let work = Task { () async -> Result<CommandStatus, CommandFailure> in
      do throws(CommandFailure) {
        return .success(try await self.sync(context, lease))
      } catch {
        return .failure(error)
      }
    }
    let interruptHandler = InterruptHandler { work.cancel() }
    let result = await work.value
    if interruptHandler.wasInterrupted { return .interrupted }
    return try result.get()
  }

  // MARK: Parts

  /// Stores the answers given by options; the sync round then acts on them.
  private func takeAnswers(_ context: CommandContext, _ accounts: [Account])
    async throws(CommandFailure)
  {
    let trusted = trustCertificate.flatMap(CertificateFingerprint.normalized)
    try await context.stored { store throws(StoreError) in
      for account in accounts {
        if let missing {
          try await store.answer(missing, forMissingIn: nil, of: account.id)
        }
        // Only if the account has met exactly this certificate.
        if let trusted,
          case .untrusted(let met)? = try await store.accountRetry(of: account.id)?.problem,
          met.fingerprint.isExactly(trusted)
        {
          try await store.trust(trusted, of: account.id)
        }
      }
    }
  }

  @MainActor
  private func sync(_ context: CommandContext, _ lease: SyncLease) async throws(CommandFailure)
    -> CommandStatus
  {
    if !lease.take() {
      if lease.otherHolder == .window {
        if let status = try await Self.reportPause(context) { return status }
        let running = try await RunningSync.begin(context)
        switch SessionBus.activateAction("sync", of: DataDirectory.applicationID) {
        case .accepted:
          return try await running.wait(within: .seconds(timeout))
        case .noBus:
          throw CommandFailure(
            .later,
            tr("Optimist is open, but cannot be asked from here: there is no session bus."))
        case .notRunning, .failed:
          throw CommandFailure(
            .later, tr("Optimist is open, but did not answer. It synchronizes by itself."))
        }
      }
      let limit = Duration.seconds(timeout)
      guard await Deadline.run(within: limit, { await lease.acquire() }) ?? false else {
        throw CommandFailure(
          .later, tr("Another process is still syncing. Try again later."))
      }
    }
    let run = Self.makeRun(context.store)
    let reports: [SyncReport]
    do throws(StoreError) {
      reports = try await run.syncEverything()
    } catch {
      throw CommandFailure(error)
    }
    return Task.isCancelled ? .interrupted : Self.printReports(reports)
  }

  /// Reports the pause if all servers have asked for one; the window is not asked to sync then.
  /// - Returns: nil if at least one server may be called.
  @MainActor
  private static func reportPause(_ context: CommandContext) async throws(CommandFailure)
    -> CommandStatus?
  {
    let summaries = try await context.stored { store throws(StoreError) in
      try await store.syncSummaries()
    }
    let roots = summaries.filter { $0.account.share == nil }
    let reports = roots.compactMap { entry in
      entry.summary.retry.flatMap { retry in
        retry.isAskedToWait(at: context.store.now)
          ? SyncReport(entry.account, SyncOutcome(tooEarly: retry)) : nil
      }
    }
    return reports.count == roots.count ? printReports(reports) : nil
  }

  /// Sends unsent changes until the first failure; with `receive`, also receives.
  @MainActor
  private func sendQuietly(_ context: CommandContext, _ lease: SyncLease)
    async throws(CommandFailure)
    -> CommandStatus
  {
    let isDone: Bool? = await Deadline.run(within: BackgroundSync.limit) { @MainActor in
      // An open window sends new changes by itself. Another command may have read the last changes before ours were
      // written, so its end is awaited.
      if !lease.take() {
        guard lease.otherHolder != .window, await lease.acquire() else { return false }
      }
      do throws(StoreError) {
        let run = Self.makeRun(context.store, asks: !receive)
        if receive { try await run.exchange() } else { try await run.sendWaiting() }
        return true
      } catch {
        return false
      }
    }
    return isDone == true ? .done : .later
  }

  @MainActor
  private static func makeRun(_ store: TodoStore, asks: Bool = true) -> SyncRun {
    let secrets = SecretServiceStore(asks: asks)
    let signing = AccountSignIn(transport: SoupTransport(), secrets: secrets)
    let settings = Settings(directory: .installed())
    let servers = ServerAccess(
      store: store, secrets: secrets, dueTimesRing: { settings.dueTimesRing },
      tokens: { signing.tokens(for: $0) })
    return SyncRun(
      store: store, makeBackend: { servers.backend(for: $0) },
      limiter: { servers.limiter(for: $0) })
  }

  /// Prints the outcome of each account.
  /// - Returns: the first status that is not a success.
  private static func printReports(_ reports: [SyncReport]) -> CommandStatus {
    for report in reports {
      let text = report.lines.joined(separator: " · ")
      let line = PlainText.line("\(report.account.name): \(text)")
      if report.status == .done {
        Terminal.printLine(line)
      } else {
        Terminal.printToStandardError(line)
      }
    }
    return reports.map(\.status).first { $0 != .done } ?? .done
  }
}
