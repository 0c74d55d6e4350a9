import Core
import Platform
import Service
import Sync

/// The information about synchronisation from which ``SyncStatusState`` is made.
struct SyncStatusInfo {
  struct AccountInfo {
    let account: Account
    let summary: SyncSummary
    /// Read only while the details are open.
    var items: [SyncSummary.Item] = []
    /// The name of the list that another person shares; nil for an account itself.
    var sharedList: String?

    /// The name shown if there are several sections.
    var name: String {
      sharedList.map { tr("Shared list “%s”", ErrorText.short($0)) } ?? account.name
    }

    /// Whether it gets a section: an account always does, another person's list only if it has changes that are pending
    /// or quarantined, or records that cannot be read.
    var isWorthShowing: Bool {
      account.share == nil || summary.waiting > 0 || !summary.quarantined.isEmpty
        || summary.unreadable > 0
    }
  }

  /// The most items shown. Nobody reads more, and creating their widgets would take noticeable time.
  static let itemLimit = 40
  /// The most lists of an account whose missing to-dos are mentioned.
  private static let missingLimit = 3

  var accounts: [AccountInfo] = []
  /// The accounts whose current sync round has lasted long enough to be shown.
  var busy: Set<AccountID> = []
  /// The progress of sending or discarding changes from an earlier run, in words.
  var notice: String?
  var savesUnsentChanges = false

  /// Reads everything. The items are read only on request, because reading them takes longer the more changes are
  /// pending.
  static func read(_ store: TodoStore, withItems: Bool) async throws(StoreError) -> [AccountInfo] {
    var accounts: [AccountInfo] = []
    let found =
      withItems
      ? try await store.syncSummariesWithItems()
      : try await store.syncSummaries().map { ($0.account, $0.summary, []) }
    let lists = found.contains { $0.0.share != nil } ? try await store.lists() : []
    for (account, summary, items) in found {
      var info = AccountInfo(account: account, summary: summary, items: items)
      if let share = account.share {
        info.sharedList = lists.first { $0.id == share.list }?.name ?? ""
      }
      accounts.append(info)
    }
    return accounts
  }

  /// - Parameter now: the time from which ages are counted.
  func state(at now: Timestamp) -> SyncStatusState {
    var state = SyncStatusState()
    let shown = accounts.filter(\.isWorthShowing)
    state.sections = shown.map { section($0, of: shown.count, now) }
    state.banner = notice ?? banner
    state.button = button(state.sections.map(\.condition))
    state.savesUnsentChanges = savesUnsentChanges
    return state
  }

  // MARK: Banner and button

  private var waiting: Int { accounts.reduce(0) { $0 + $1.summary.waiting } }

  private var banner: String? {
    let problems = accounts.filter { $0.account.share == nil }.compactMap(\.summary.retry?.problem)
    guard !problems.isEmpty else { return nil }
    if problems.allSatisfy({ $0 == .unreachable }) {
      return waiting == 0
        ? tr("Offline")
        : ntr("Offline: %d change waiting", "Offline: %d changes waiting", waiting)
    }
    return waiting == 0
      ? tr("Server unavailable")
      : ntr("Not synced: %d change waiting", "Not synced: %d changes waiting", waiting)
  }

  private func button(_ conditions: [SyncStatusState.Condition]) -> SyncStatusState.Button {
    // A running sync is shown first, then the condition that needs the user most.
    let condition =
      [.syncing, .problem, .offline, .waiting].first { conditions.contains($0) }
      ?? (conditions.isEmpty ? .local : .upToDate)
    return .init(condition: condition, label: SyncStatusText.button(condition, waiting))
  }

  // MARK: Accounts

  private func section(_ info: AccountInfo, of count: Int, _ now: Timestamp)
    -> SyncStatusState.Section
  {
    let summary = info.summary
    let condition = condition(of: info)
    var section = SyncStatusState.Section(
      id: info.account.id, name: count > 1 ? info.name : nil, condition: condition,
      status: SyncStatusText.status(condition, summary))
    if let problem = summary.retry?.problem {
      section.details.append(ErrorText.reason(problem))
      if case .untrusted = problem { section.needsDecision = true }
      section.needsSignIn = problem == .authentication && info.account.share == nil
    }
    if summary.unsentOfLastSession > 0 {
      section.details.append(
        ntr(
          "%d of them is from last time and is sent when you say so.",
          "%d of them are from last time and are sent when you say so.", summary.unsentOfLastSession
        ))
    }
    section.details += summary.missing.prefix(Self.missingLimit).map { SyncText.missing($0) }
    if !summary.missing.isEmpty { section.needsDecision = true }
    (section.lastSync, section.lastSyncInFull) = SyncText.lastSync(
      summary.lastSyncAt, now, isFailing: summary.retry != nil)
    section.download = SyncStatusText.download(summary.download)
    if summary.unreadable > 0 {
      section.warning = SyncText.unreadable(summary.unreadable)
    }
    section.items = info.items.prefix(Self.itemLimit).map(SyncStatusText.item)
    let more = summary.waiting - section.items.count
    if !info.items.isEmpty, more > 0 { section.more = ntr("and %d more", "and %d more", more) }
    return section
  }

  private func condition(of info: AccountInfo) -> SyncStatusState.Condition {
    let summary = info.summary
    if busy.contains(info.account.id) { return .syncing }
    if !summary.quarantined.isEmpty || !summary.missing.isEmpty { return .problem }
    switch summary.retry?.problem {
    case .unreachable: return .offline
    case .unavailable, .refused, .authentication, .untrusted, .protocolViolation: return .problem
    case nil: return summary.waiting > 0 ? .waiting : .upToDate
    }
  }
}
