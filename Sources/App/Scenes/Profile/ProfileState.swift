import Sync

/// Everything the dialog shows in which the user changes how they are known.
struct ProfileState: Equatable {
  /// The account.
  var name: String
  var texts: [ProfileProblem.Field: String] = [:]
  /// What others will see.
  var preview = Face()
  var problem: ProfileProblem?
  /// How often something could not be saved, so that the same problem is told again.
  var problemCount = 0
  var canSave = false
  /// Whether what is known of the user has been read.
  var isReady = false
}
