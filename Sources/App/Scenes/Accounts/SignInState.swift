/// Everything the dialog shows in which somebody signs in. The password is not in it: it stands in
/// its entry, and nothing puts it there.
struct SignInState: Equatable {
  var title: String
  /// Whose password is asked for, where only that is needed.
  var knownName: String?
  var texts: [SignInForm.Field: String] = [:]
  /// Whether the server asks for a user ID and nothing else.
  var isOpen = false
  /// Whether a new user is to be made, who is asked for what others see of them.
  var isNew = false
  /// Whether the new user is listed among all people. Off is the private choice, and what it is at first.
  var isFindable = false
  var problem: SignInProblem?
  /// Grows with each problem, so that the focus goes there again.
  var problemCount = 0
  /// While the server is asked.
  var isBusy = false
  var canSubmit = false
  /// Whether there are lists on this computer that could be moved.
  var hasLocalLists = false
  var isMoving = false
}
