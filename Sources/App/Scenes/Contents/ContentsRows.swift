import Basics
import Core
import Service
import Toolkit

/// Combines the lists on a server with the stored ones.
@MainActor
struct ContentsRows {
  let overview: ListOverview
  let metadata: ListMetadata
  let names: any PersonNaming
  /// The requested positions of switches that are not in the store yet.
  let asked: [ListID: Bool]

  /// The lists that an account owns or takes part in. Stored lists come first, in the order of the main list; lists
  /// that only the server knows follow by name.
  /// - Parameters:
  ///   - account: nil for this computer.
  ///   - entries: the lists on the server.
  func rows(of account: AccountID?, _ entries: [CatalogueEntry]) -> [ContentsState.Row] {
    var rows: [ListID: ContentsState.Row] = [:]
    for list in overview.lists
    where list.account?.root == account && !metadata.left.contains(list.id) {
      rows[list.id] = row(of: list)
    }
    let user = account.flatMap { id in metadata.accounts.first { $0.id == id }?.user }
    for entry in entries {
      if rows[entry.id] != nil {
        // The list is on the server, even if changes of it are still to be sent.
        rows[entry.id]?.isUnsent = false
        continue
      }
      // A list that is only on the server may have been deleted or left here, which is not sent yet.
      guard let account, !metadata.waiting.contains(entry.id), !metadata.left.contains(entry.id)
      else { continue }
      rows[entry.id] = .init(
        id: entry.id, name: entry.name,
        owner: entry.owner.isExactly(user ?? "") ? nil : names.name(of: entry.owner, account),
        isReadOnly: entry.role == .reader, openCount: entry.openCount,
        isShown: isShown(entry.id))
    }
    let stored = overview.lists.compactMap { rows.removeValue(forKey: $0.id) }
    return stored + rows.values.sorted(by: Self.precedes)
  }

  private func row(of list: TodoList) -> ContentsState.Row {
    let access = ListAccess(list, metadata, names)
    var owner: String?
    if case .other(let name, _) = access { owner = name }
    return .init(
      id: list.id, name: list.name, owner: owner, isReadOnly: !access.canWrite,
      openCount: overview.openCounts[list.id] ?? 0,
      isUnsent: metadata.waiting.contains(list.id), isShown: isShown(list.id))
  }

  private func isShown(_ list: ListID) -> Bool { asked[list] ?? !overview.hidden.contains(list) }

  private static func precedes(_ a: ContentsState.Row, _ b: ContentsState.Row) -> Bool {
    let (nameA, nameB) = (a.name.lowercased(), b.name.lowercased())
    return nameA == nameB ? a.id.rawValue < b.id.rawValue : nameA < nameB
  }
}
