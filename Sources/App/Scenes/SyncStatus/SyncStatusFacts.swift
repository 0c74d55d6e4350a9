import Core

/// What is known about synchronisation, from which ``SyncStatusState`` is made.
struct SyncStatusFacts {
  struct Line {
    let account: Account
    let summary: SyncSummary
    /// Only read while somebody looks at them.
    var items: [SyncSummary.Item] = []
  }

  /// More than these nobody reads, and making their widgets would be felt.
  static let itemLimit = 40

  var lines: [Line] = []
  /// The accounts whose rounds have lasted long enough to be told.
  var busy: Set<AccountID> = []
  /// What goes on with changes from an earlier run, in words.
  var notice: String?
  var savesLeftOvers = false

  /// Reads everything; the items only if asked to, for they cost the more the more waits.
  static func read(_ store: TodoStore, withItems: Bool) async throws(StoreError) -> [Line] {
    var lines: [Line] = []
    for (account, summary) in try await store.syncSummaries() {
      var line = Line(account: account, summary: summary)
      if withItems, summary.waiting > 0 {
        line.items = try await store.waitingItems(of: account.id)
      }
      lines.append(line)
    }
    return lines
  }

  /// - Parameter now: for how long ago something was.
  func state(at now: Timestamp) -> SyncStatusState {
    var state = SyncStatusState()
    state.sections = lines.map { section($0, now) }
    state.banner = notice ?? banner
    state.button = button(state.sections.map(\.condition))
    state.savesLeftOvers = savesLeftOvers
    return state
  }

  // MARK: The strip and the button

  private var waiting: Int { lines.reduce(0) { $0 + $1.summary.waiting } }

  private var banner: String? {
    let problems = lines.compactMap(\.summary.retry?.problem)
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
    // What needs a person most comes first.
    let condition =
      [.syncing, .problem, .offline, .waiting].first { conditions.contains($0) }
      ?? (conditions.isEmpty ? .local : .upToDate)
    return .init(condition: condition, label: SyncStatusText.button(condition, waiting))
  }

  // MARK: One account

  private func section(_ line: Line, _ now: Timestamp) -> SyncStatusState.Section {
    let summary = line.summary
    let condition = condition(of: line)
    var section = SyncStatusState.Section(
      id: line.account.id, name: lines.count > 1 ? line.account.name : nil, condition: condition,
      status: SyncStatusText.status(condition, summary))
    if let problem = summary.retry?.problem {
      section.details.append(ErrorText.reason(problem))
      section.needsSignIn = problem == .authentication
    }
    if summary.leftOver > 0 {
      section.details.append(
        ntr(
          "%d of them is from last time and is sent when you say so.",
          "%d of them are from last time and are sent when you say so.", summary.leftOver))
    }
    (section.lastSync, section.lastSyncInFull) = SyncStatusText.lastSync(summary.lastSyncAt, now)
    section.download = SyncStatusText.download(summary.download)
    if summary.unreadable > 0 {
      section.warning = ntr(
        "%d record on the server could not be read and was left as it is.",
        "%d records on the server could not be read and were left as they are.",
        summary.unreadable)
    }
    section.items = line.items.prefix(Self.itemLimit).map(SyncStatusText.item)
    let more = summary.waiting - section.items.count
    if !line.items.isEmpty, more > 0 { section.more = ntr("and %d more", "and %d more", more) }
    return section
  }

  private func condition(of line: Line) -> SyncStatusState.Condition {
    let summary = line.summary
    if busy.contains(line.account.id) { return .syncing }
    if !summary.refused.isEmpty { return .problem }
    switch summary.retry?.problem {
    case .unreachable: return .offline
    case .unavailable, .refused, .authentication, .protocolViolation: return .problem
    case nil: return summary.waiting > 0 ? .waiting : .upToDate
    }
  }
}
