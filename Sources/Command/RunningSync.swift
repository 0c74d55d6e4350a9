import Basics
import Core
import Platform
import Service
import Sync

/// Follows the synchronisation in the running window through its writes to the database.
@MainActor
struct RunningSync {
  private typealias Entry = (account: Account, summary: SyncSummary)

  private let context: CommandContext
  private let watcher: StoreWatcher?
  private let before: [AccountID: SyncSummary]
  /// The time at which the window was asked, by the clock that the window uses too. A round that began earlier does not
  /// count, because it may lack what another device wrote since.
  private let asked: Timestamp

  /// How often to check whether all accounts are done.
  private static let pace = Duration.milliseconds(50)

  /// Records the current state; call before asking the window to sync.
  static func begin(_ context: CommandContext) async throws(CommandFailure) -> RunningSync {
    let watcher = StoreWatcher(context.store, path: context.location.path)
    for entry in try await summaries(context) {
      // These writes follow the watcher's first look at the database.
      try await context.stored { store throws(StoreError) in
        try await store.releaseUnsentChanges(of: entry.account.id)
        // This state has no time, so the same error could not be told from the earlier one.
        if entry.summary.retry?.problem == .authentication {
          try await store.setAccountRetry(nil, of: entry.account.id)
        }
      }
    }
    let before = Dictionary(
      try await summaries(context).map { ($0.account.id, $0.summary) }, uniquingKeysWith: { $1 })
    return RunningSync(
      context: context, watcher: watcher, before: before, asked: context.store.now)
  }

  /// Waits until every account has been read since ``begin(_:)``, or has failed; then reports the outcome.
  func wait(within limit: Duration) async throws(CommandFailure) -> CommandStatus {
    let isOver = await Deadline.run(within: limit) { await self.follow() }
    let after = try await Self.summaries(context)
    let roots = after.filter { $0.account.share == nil }
    var status = CommandStatus.done
    for root in roots {
      let family = after.filter { $0.account.id.root == root.account.id }
      let isFinished = family.allSatisfy(isFinished)
      let old = before.filter { $0.key.root == root.account.id }
      let (line, result) = Self.text(
        root.account, family.map(\.summary), Array(old.values), isFinished)
      let lines = [line] + SyncReport.missing(family.flatMap(\.summary.missing))
      let text = PlainText.line("\(root.account.name): \(lines.joined(separator: " · "))")
      if result == .done { Terminal.printLine(text) } else { Terminal.printToStandardError(text) }
      if status == .done { status = result }
    }
    if isOver != true, status == .done { status = .later }
    return status
  }

  // MARK: Parts

  /// - Returns: true once all accounts are done.
  private func follow() async -> Bool {
    for await _ in context.store.syncChanges() {
      guard let now = try? await context.store.syncSummaries() else { return false }
      if now.allSatisfy(isFinished) { return true }
      // A check costs more the more lists there are.
      guard (try? await Task.pause(for: Self.pace)) != nil else { return false }
    }
    return false
  }

  private static func summaries(_ context: CommandContext) async throws(CommandFailure) -> [Entry] {
    try await context.stored { store throws(StoreError) in try await store.syncSummaries() }
  }

  private func isFinished(_ entry: Entry) -> Bool {
    Self.isFinished(entry.summary, before: before[entry.account.id], asked: asked)
  }

  /// Whether an account was completely read, or failed, since the window was asked.
  ///
  /// A round with an earlier time than the last one also counts, because the clock must have been set back between
  /// them.
  nonisolated static func isFinished(
    _ now: SyncSummary, before old: SyncSummary?, asked: Timestamp
  ) -> Bool {
    if let retry = now.retry, retry != old?.retry { return true }
    guard let moment = now.lastSyncAt, moment != old?.lastSyncAt else { return false }
    return moment >= asked || old?.lastSyncAt.map { moment < $0 } == true
  }

  private static func text(
    _ account: Account, _ family: [SyncSummary], _ old: [SyncSummary], _ isFinished: Bool
  ) -> (String, CommandStatus) {
    if let problem = family.compactMap(\.retry).first?.problem {
      return (SyncReport.line(problem, of: account), SyncReport.status(problem))
    }
    if let record = family.flatMap(\.quarantined).first {
      return ("“\(record.title)”: " + ErrorText.line(record.retry.problem), .notAllowed)
    }
    guard isFinished else {
      return (tr("The server has not answered in time. Optimist keeps trying."), .later)
    }
    let sent = (old.reduce(0) { $0 + $1.waiting }) - (family.reduce(0) { $0 + $1.waiting })
    return (sent > 0 ? ntr("%d change sent", "%d changes sent", sent) : tr("Up to date"), .done)
  }
}
