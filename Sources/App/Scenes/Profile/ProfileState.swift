import Service
import Sync
import Toolkit

/// Everything the dialog shows in which the user changes how they are known.
struct ProfileState: Equatable {
  /// The account.
  var name: String
  /// By which others can invite the user.
  var userID = ""
  var texts: [ProfileProblem.Field: String] = [:]
  /// Whether the user is listed among all people. Off is the private choice, and what it is at first.
  var isFindable = false
  /// What others will see.
  var preview = Face()
  var problem: ProfileProblem?
  /// How often something could not be saved, so that the same problem is told again.
  var problemCount = 0
  var canSave = false
  /// Whether what is known of the user has been read.
  var isReady = false
}
