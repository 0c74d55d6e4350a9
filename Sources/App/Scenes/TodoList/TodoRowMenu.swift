import Core
import Platform
import Service
import Toolkit

/// The context menu of a row.
enum TodoRowMenu {
  /// - Parameters:
  ///   - page: the page of the row, if it shows the tree of a single list.
  ///   - isReadOnly: whether the to-do may only be read.
  ///   - maySnooze: whether its reminders can be snoozed all the same.
  static func sections(
    of row: TodoRow, in page: TodoPage?, isReadOnly: Bool, maySnooze: Bool = true
  ) -> [[MenuItem]] {
    func item(_ label: String, _ action: String) -> MenuItem {
      .init(label, "row.\(action)::\(row.id.rawValue)")
    }
    let snoozes =
      row.isDone || !row.mayRing || !maySnooze
      ? [] : SnoozeLength.allCases.map { item($0.label, "snooze-\($0.rawValue)") }
    if isReadOnly { return [snoozes, [item(tr("_Show…"), "edit")]] }
    var status = [
      row.isDone ? item(tr("Mark as N_ot Done"), "reopen") : item(tr("Mark as D_one"), "done")
    ]
    if !row.isDone { status.append(item(tr("Wo_n’t Do"), "cancel")) }
    status.append(
      row.isStarred
        ? item(tr("Remove from _Important"), "unstar") : item(tr("Mark as _Important"), "star"))
    var tree: [MenuItem] = []
    var places: [MenuItem] = []
    if let page {
      tree.append(item(tr("Add S_ubtask"), "add-subtask"))
      if page.sibling(of: row, by: -1) != nil {
        tree.append(item(tr("Make a _Subtask"), "indent"))
      }
      if row.parent != nil { tree.append(item(tr("Move Up a _Level"), "outdent")) }
      if page.neighbour(of: row, by: -1) != nil { places.append(item(tr("Move U_p"), "move-up")) }
      if page.neighbour(of: row, by: 1) != nil {
        places.append(item(tr("Move Do_wn"), "move-down"))
      }
    }
    places.append(item(tr("_Move to…"), "move-to"))
    return [
      status,
      row.isDone || !row.hasRecurrence
        ? []
        : [
          item(tr("S_kip This One"), "skip"), item(tr("End _Repeating"), "end-repeating"),
        ],
      snoozes,
      tree, places,
      [item(tr("_Edit…"), "edit"), item(tr("_Delete"), "delete")],
    ]
  }
}
