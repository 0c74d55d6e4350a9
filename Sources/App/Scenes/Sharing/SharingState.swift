import Core
import Service

/// The state of the dialog with the people of a list.
struct SharingState: Equatable {
  /// One person.
  struct Row: Equatable, Identifiable {
    /// The user ID.
    let id: String
    var name: String
    var pictureURL: String?
    var isMe: Bool
    /// Nil for the owner.
    var role: ListRole?
    /// Whether the user may give the person another role.
    var isEditable = false
    /// Whether the membership has changes that are not on the server yet.
    var isWaiting = false
  }

  /// A removed person who can be added again with Undo.
  struct UndoOffer: Equatable {
    let number: Int
    let name: String
  }

  /// A message that needs no answer; a new number shows it again.
  struct Notice: Equatable {
    let number: Int
    let text: String
  }

  /// The list's name.
  var list = ""
  /// The owner, then the members in the order in which they were added.
  var rows: [Row] = []
  /// Whether the user owns the list and so decides who takes part.
  var canManage = false
  /// Whether the user takes part in another person's list.
  var canLeave = false
  var undoOffer: UndoOffer?
  var notice: Notice?
}
