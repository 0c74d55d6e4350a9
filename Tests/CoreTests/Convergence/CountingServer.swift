@testable import Core

/// A server that counts the states of its records and takes a change only for the state it was made for.
final class CountingServer {
  private var records: [RecordKey: RemoteRecord] = [:]
  private var clock: Int64 = 0
  private(set) var isQuiet = true

  /// Every record that is not deleted.
  var live: [RecordKey: RecordFields] { records.compactMapValues(\.fields) }

  func forgetNoise() { isQuiet = true }

  func read(_ key: RecordKey) -> RemoteRecord { records[key] ?? .absent(key) }

  /// Takes all changes or none.
  /// - Returns: nil if one was made for another state.
  func push(_ changes: [PendingChange]) -> [RecordVersion]? {
    guard changes.allSatisfy(isMadeForPresentState) else { return nil }
    return changes.map { change in
      clock += 1
      isQuiet = false
      let state: RemoteRecord.State =
        switch change.operation {
        case .create(let fields): .live(fields)
        case .update(let fields): .live((read(change.key).fields ?? [:]).changing(fields))
        case .delete: .deleted
        }
      records[change.key] = RemoteRecord(
        key: change.key, state: state, version: .numbered(clock))
      return .numbered(clock)
    }
  }

  private func isMadeForPresentState(_ change: PendingChange) -> Bool {
    switch change.precondition {
    case .absent: records[change.key] == nil
    case .version(let tag): records[change.key]?.version?.tag == tag
    case .unknown: false
    }
  }

  /// A page of at most so many records that are newer than the cursor.
  func page(of kind: RecordKind, since cursor: SyncCursor?, limit: Int) -> ChangePage {
    let isListing = cursor == nil || cursor?.token.hasPrefix("listing ") == true
    let since = cursor.flatMap { Int64($0.token.split(separator: " ").last ?? "") } ?? 0
    let all = records.values.filter { $0.key.kind == kind && number($0) > since }
      .sorted { number($0) < number($1) }
    let part = Array(all.prefix(limit))
    let isLast = part.count == all.count
    let end = part.last.map(number) ?? since
    return ChangePage(
      records: part, next: SyncCursor(token: isListing && !isLast ? "listing \(end)" : "\(end)"),
      isLast: isLast, isListing: isListing)
  }

  private func number(_ record: RemoteRecord) -> Int64 { record.version?.ordinal ?? 0 }
}
