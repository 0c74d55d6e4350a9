import Core
import Platform
import Service
import Sync
import Toolkit

/// Makes the rows of the main list from the stored data.
@MainActor
struct MainListRows {
  let overview: ListOverview
  let metadata: ListMetadata
  let names: any PersonNaming
  /// The local time.
  let now: CalendarTime
  /// A list that the first to-do will create; nil shows none.
  var unmade: TodoList?

  /// The lists that are shown.
  var lists: [TodoList] { overview.lists.filter { !isHidden($0.id) } }

  /// Whether the main list leaves a list out.
  func isHidden(_ id: ListID) -> Bool { overview.hidden.contains(id) }

  /// Whether anybody could assign a to-do to the user.
  var hasAssigned: Bool {
    overview.assignedCount > 0 || metadata.accounts.contains { $0.offers.contains(.people) }
  }

  /// The pages that are not lists.
  /// - Parameter isAssignedOpen: whether the page with the to-dos assigned to the user is open.
  func places(isAssignedOpen: Bool) -> [MainListState.Row] {
    var rows: [MainListState.Row] = [
      .init(page: .important, name: tr("Important"), openCount: overview.importantCount)
    ]
    if hasAssigned || isAssignedOpen {
      rows.append(
        .init(page: .assignedToMe, name: tr("Assigned to Me"), openCount: overview.assignedCount))
    }
    rows.append(
      .init(page: .today, name: tr("Today"), openCount: overview.count(at: now)))
    return rows
  }

  /// The lists, grouped under headings if more than one account keeps them. Lists of other people are grouped with the
  /// account that takes part in them.
  func listRows() -> [MainListState.Row] {
    madeListRows() + (unmade.map { [.init(page: .list($0.id), name: $0.name, openCount: 0)] } ?? [])
  }

  private func madeListRows() -> [MainListState.Row] {
    let lists = lists
    let groups = Dictionary(grouping: lists) { $0.account?.root }
    guard groups.count > 1 else { return lists.map { row(of: $0) } }
    let known = metadata.roots.map { Optional($0.id) } + [nil]
    // A new account may have lists before its name is known.
    let others = lists.map { $0.account?.root }.filter { !known.contains($0) }
    var rows: [MainListState.Row] = []
    for account in known + others {
      guard let lists = groups[account], !rows.contains(where: { $0.page == .list(lists[0].id) })
      else { continue }
      let place = AccountText.place(of: account, among: metadata.accounts)
      rows += lists.map { row(of: $0, in: place) }
      rows[rows.count - lists.count].heading = place
    }
    return rows
  }

  private func row(of list: TodoList, in place: String? = nil) -> MainListState.Row {
    .init(
      page: .list(list.id), name: list.name, openCount: overview.openCounts[list.id] ?? 0,
      place: place, access: ListAccess(list, metadata, names), appearance: ListAppearance(list))
  }
}
