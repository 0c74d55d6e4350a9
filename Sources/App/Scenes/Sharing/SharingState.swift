import Core
import Service

/// Everything the dialog with the people of a list shows.
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
    /// Whether the server does not have it as it is here.
    var isWaiting = false
  }

  /// Somebody who does not take part any more and can be had back.
  struct UndoOffer: Equatable {
    let number: Int
    let name: String
  }

  /// Something that needs no answer; another number says it again.
  struct Notice: Equatable {
    let number: Int
    let text: String
  }

  /// What the list is called.
  var list = ""
  /// The owner, then those who take part, in the order in which they came.
  var rows: [Row] = []
  /// Whether the list is the user's, who says who takes part.
  var canManage = false
  /// Whether the user takes part in the list of somebody else.
  var canLeave = false
  var undoOffer: UndoOffer?
  var notice: Notice?
}
