import Core
import Service
import Sync

/// Everything the dialog shows in which lost things are found again.
struct RecoveryState: Equatable {
  enum Page: String, CaseIterable {
    case trash
    case conflicts
  }

  var page: Page
  /// Newest first.
  var trash: [TrashRow] = []
  /// Newest first.
  var conflicts: [ConflictRow] = []
  /// Whether the rows have been read.
  var isLoaded = false
  /// What has just been put back.
  var restored = ""
  /// How often something was put back.
  var restoredCount = 0
}

/// Something in the trash, in words.
struct TrashRow: Equatable, Identifiable {
  let number: Int64
  let title: String
  /// What it is and where it was.
  let place: String
  /// Why and when it came here.
  let reason: String

  var id: String { String(number) }
}

/// A conflict, in words.
struct ConflictRow: Equatable, Identifiable {
  /// One thing that both had changed.
  struct Value: Equatable {
    let field: String
    let kept: String
    let lost: String
  }

  let number: Int64
  let title: String
  let values: [Value]
  let when: String

  var id: String { String(number) }
}
