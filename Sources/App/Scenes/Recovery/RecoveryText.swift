import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// Describes the items in the trash, and the values that lost a merge.
enum RecoveryText {
  static func row(of item: TrashItem) -> TrashRow {
    let when = DateText.medium(milliseconds: item.at.milliseconds)
    return TrashRow(
      number: item.id, title: item.title, place: place(of: item),
      reason: reason(item.reason) + " · " + when)
  }

  private static func place(of item: TrashItem) -> String {
    switch item.key.kind {
    case .list where item.todoCount == 0: tr("List without to-dos")
    case .list:
      ntr("List with %d to-do", "List with %d to-dos", item.todoCount)
    case .todo: item.listName ?? tr("To-do")
    case .member, .membership, .consent: ""
    }
  }

  private static func reason(_ reason: TrashItem.Reason) -> String {
    switch reason {
    case .deleted: trc("why something is in the trash", "Deleted")
    case .deletedElsewhere: tr("Deleted on another device")
    case .discarded: tr("Discarded change")
    case .unshared: tr("Change in a list that is no longer shared with you")
    }
  }

  /// - Parameter names: what lists and people are called.
  static func row(of conflict: SyncConflict, _ names: RecoveryNames) -> ConflictRow {
    let fields = RecoveryField.allCases.filter { conflict.lost[$0.rawValue] != nil }
    return ConflictRow(
      number: conflict.id, title: conflict.title,
      values: fields.map { field in
        .init(
          field: field.name,
          kept: short(field.text(of: conflict.kept[field.rawValue], names)),
          lost: short(field.text(of: conflict.lost[field.rawValue], names)))
      }, when: DateText.medium(milliseconds: conflict.at.milliseconds))
  }

  /// The beginning of a text, which may be as long as notes.
  private static func short(_ text: String) -> String {
    let limit = 400
    return text.count > limit ? text.prefix(limit) + "…" : text
  }
}
