import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The texts about synchronisation.
enum SyncStatusText {
  /// The minimum number of to-dos for which a download's progress is shown; smaller downloads end too soon to read it.
  private static let worthShowing = 200

  static func button(_ condition: SyncStatusState.Condition, _ waiting: Int) -> String {
    switch condition {
    case .local: tr("Lists are on this computer only")
    case .upToDate: tr("Up to date")
    case .syncing: tr("Syncing")
    case .waiting: ntr("%d change waiting", "%d changes waiting", waiting)
    case .offline:
      waiting == 0
        ? tr("Offline")
        : ntr("Offline: %d change waiting", "Offline: %d changes waiting", waiting)
    case .problem:
      waiting == 0
        ? tr("Problem with synchronization")
        : ntr(
          "Problem with synchronization: %d change waiting",
          "Problem with synchronization: %d changes waiting", waiting)
    }
  }

  static func status(_ condition: SyncStatusState.Condition, _ summary: SyncSummary) -> String {
    switch condition {
    case .syncing where summary.waiting == 0: tr("Syncing…")
    case .syncing:
      ntr("Syncing: %d change waiting", "Syncing: %d changes waiting", summary.waiting)
    case .upToDate: tr("Everything is up to date")
    case .offline where summary.waiting == 0: tr("Offline")
    case .problem where !summary.missing.isEmpty: tr("Your decision is needed")
    case .problem where summary.waiting == 0: tr("Server unavailable")
    case .local, .waiting, .offline, .problem:
      ntr("%d change waiting", "%d changes waiting", summary.waiting)
    }
  }

  static func download(_ download: SyncSummary.Download?) -> SyncStatusState.Download? {
    guard let download, download.expected > worthShowing else { return nil }
    let received = min(max(0, download.received), download.expected)
    return .init(
      fraction: Double(received) / Double(download.expected),
      text: ntr(
        "Receiving: %d of %d to-do", "Receiving: %d of %d to-dos", received, download.expected))
  }

  /// Lists the first records that could not be read.
  static func unreadable(_ records: [UnreadableRecord], of count: Int) -> Alert {
    let most = 10
    var lines = records.prefix(most).map { SyncText.unreadable($0) }
    let more = count - lines.count
    if more > 0 { lines.append(ntr("and %d more", "and %d more", more)) }
    return Alert(
      title: tr("Unreadable Records"), body: lines.joined(separator: "\n\n"),
      responses: [.init("close", tr("_Close"))], defaultResponse: "close")
  }

  static func item(_ item: SyncSummary.Item) -> SyncStatusState.Item {
    let (mark, detail): (SyncStatusState.Item.Mark, String) =
      switch item.state {
      case .waiting: (.waiting, tr("Waiting to be sent"))
      case .sending: (.sending, tr("Being sent"))
      case .unsentOfLastSession: (.unsentOfLastSession, tr("Left over from last time"))
      case .quarantined(let retry): (.quarantined, ErrorText.reason(retry.problem))
      }
    return .init(
      id: item.key, title: item.title.isEmpty ? tr("Untitled") : item.title, detail: detail,
      mark: mark)
  }
}
