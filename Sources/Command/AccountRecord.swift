import Basics
import Core
import FoundationEssentials
import Platform
import Service
import Sync

/// An account as the commands print it, including its shared lists.
struct AccountRecord: Encodable {
  enum CodingKeys: CodingKey, CaseIterable {
    case id, kind, lastSync, missing, name, problem, server, unreadable, user, waiting
  }

  let name: String
  private let account: Account
  private let lastSync: Timestamp?
  private let waiting: Int
  private let problem: String?
  /// The number of invitations to other people's lists that wait for an answer, which only the window can give.
  private let invitations: Int
  private let unreadable: Int
  private let missing: [SyncSummary.Missing]
  private let unreadableRecords: [UnreadableRecord]

  /// The most unreadable records that are listed.
  private static let mostListed = 10

  /// The text if there is no account.
  static var none: String {
    tr("No account: your to-dos are on this computer only.")
  }

  /// - Parameters:
  ///   - summaries: that of the account itself, followed by those of its shared lists.
  ///   - unreadable: the first unreadable records.
  ///   - invitations: the number of invitations that wait for an answer.
  init(
    _ account: Account, _ summaries: [SyncSummary], unreadable records: [UnreadableRecord] = [],
    invitations: Int = 0
  ) {
    unreadable = summaries.reduce(0) { $0 + $1.unreadable }
    unreadableRecords = records
    missing = summaries.flatMap(\.missing)
    self.invitations = invitations
    self.account = account
    name = account.name
    lastSync = summaries.first?.lastSyncAt
    waiting = summaries.reduce(0) { $0 + $1.waiting }
    let retry = summaries.compactMap(\.retry).first ?? summaries.flatMap(\.quarantined).first?.retry
    problem = retry.map { SyncReport.line($0.problem, of: account) }
  }

  /// The lines printed below the name.
  func lines(now: Timestamp) -> [String] {
    var lines = [
      tr("Server: %s", server + " (" + kindName + ")"), SyncText.lastSync(lastSync, now).0,
    ]
    if waiting > 0 { lines.append(ntr("%d change waiting", "%d changes waiting", waiting)) }
    if invitations > 0 { lines.append(ntr("%d invitation", "%d invitations", invitations)) }
    if let problem { lines.append(problem) }
    lines += SyncReport.missing(missing)
    if unreadable > 0 {
      lines.append(SyncText.unreadable(unreadable))
      lines += unreadableRecords.prefix(Self.mostListed).map {
        "  " + SyncText.unreadable($0)
      }
      if unreadable > Self.mostListed { lines.append("  …") }
    }
    return lines
  }

  /// Unknown values are `null`, so that every object has every field.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(account.id.rawValue, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encode(kind, forKey: .kind)
    try fields.encode(server, forKey: .server)
    try fields.encode(account.user, forKey: .user)
    try fields.encode(lastSync.map(CommandJSON.moment), forKey: .lastSync)
    try fields.encode(waiting, forKey: .waiting)
    try fields.encode(problem, forKey: .problem)
    try fields.encode(unreadable, forKey: .unreadable)
    try fields.encode(missing.reduce(0) { $0 + $1.count }, forKey: .missing)
  }

  private var server: String {
    switch account.service {
    case .firestore(let settings): settings.host
    case .caldav(let settings): settings.server
    }
  }

  private var kind: String {
    switch account.service {
    case .firestore: "firestore"
    case .caldav: "caldav"
    }
  }

  private var kindName: String {
    switch account.service {
    case .firestore: "Cloud Firestore"
    case .caldav: "CalDAV"
    }
  }
}
