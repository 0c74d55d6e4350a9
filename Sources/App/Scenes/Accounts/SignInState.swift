/// The state of the dialog for signing in through Firebase. It does not contain the password, which only its entry
/// holds.
struct SignInState: Equatable {
  var title: String
  /// The account's name when signing in again, where only the password is needed.
  var knownName: String?
  var texts: [SignInForm.Field: String] = [:]
  /// Whether the server needs no sign-in and asks only for a user ID.
  var isOpen = false
  /// Whether a new user is to be created; the dialog then asks what others may see of them.
  var isNew = false
  /// Whether the new user is listed among all people. Off is the default, since it is the private choice.
  var isFindable = false
  var problem: SignInProblem?
  /// Grows with each problem, so that the view moves the focus to the field again.
  var problemCount = 0
  /// Whether the server's answer is awaited.
  var isBusy = false
  var canSubmit = false
  /// Whether lists of this computer could be moved to the account.
  var hasLocalLists = false
  var isMoving = false
}
