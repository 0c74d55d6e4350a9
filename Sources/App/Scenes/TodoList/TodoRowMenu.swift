import Core
import Platform
import Service
import Toolkit

/// The context menu of a row.
enum TodoRowMenu {
  /// - Parameters:
  ///   - isList: whether the page shows the tree of one list.
  ///   - canIndent: whether a row above it can be its parent.
  ///   - isReadOnly: whether nothing can be changed.
  static func sections(
    of row: TodoRow, isList: Bool, canIndent: Bool, isReadOnly: Bool
  ) -> [[MenuItem]] {
    func item(_ label: String, _ action: String) -> MenuItem {
      .init(label, "row.\(action)::\(row.id.rawValue)")
    }
    if isReadOnly { return [[item(tr("_Show…"), "edit")]] }
    return [
      [
        item(row.isDone ? tr("Mark as N_ot Done") : tr("Mark as D_one"), "done"),
        item(row.isStarred ? tr("Remove from _Important") : tr("Mark as _Important"), "star"),
      ],
      row.isDone || !row.hasRecurrence
        ? []
        : [
          item(tr("S_kip This One"), "skip"), item(tr("End _Repeating"), "end-repeating"),
        ],
      row.isDone || !row.mayRing
        ? [] : SnoozeLength.allCases.map { item($0.label, "snooze-\($0.rawValue)") },
      isList
        ? [item(tr("Add S_ubtask"), "add-subtask")]
          + (canIndent ? [item(tr("Make a _Subtask"), "indent")] : [])
          + (row.parent == nil ? [] : [item(tr("Move _Up a Level"), "outdent")])
        : [],
      [item(tr("_Move to…"), "move-to")],
      [item(tr("_Edit…"), "edit"), item(tr("_Delete"), "delete")],
    ]
  }
}
