/// A question or a notice in a dialog, as a value that a test can compare.
struct Alert: Equatable, Sendable {
  /// One way to answer.
  struct Response: Equatable, Sendable {
    /// How a button looks.
    enum Style: Equatable, Sendable {
      case plain
      /// What most people want; at most one of an alert.
      case suggested
      /// Loses something.
      case destructive
    }

    /// What `AlertDialog.present` returns; unique within the alert.
    var id: String
    /// With `_` before the mnemonic letter.
    var label: String
    var style: Style

    init(_ id: String, _ label: String, _ style: Style = .plain) {
      self.id = id
      self.label = label
      self.style = style
    }
  }

  /// A check button below the text.
  struct Check: Equatable, Sendable {
    /// With `_` before the mnemonic letter.
    var label: String
    var isOn = false
  }

  /// One of several things to choose between, shown as radio buttons below the text.
  struct Choice: Equatable, Sendable {
    var label: String
    var isEnabled = true
  }

  /// What was answered.
  struct Answer: Equatable, Sendable {
    /// The id of the chosen response.
    var response: String
    /// How the check button stood then; false where there is none.
    var isChecked = false
    /// The number of the choice; 0 where there are none.
    var choice = 0
  }

  var title: String
  var body: String
  /// At least one; the first stands on the left, or at the bottom where it is narrow.
  var responses: [Response]
  /// The response that Return gives; nil leaves Return without effect.
  var defaultResponse: String?
  /// The response that Escape, closing the window and closing the parent give.
  var closeResponse: String
  var check: Check?
  /// The first that is enabled is chosen at the beginning. Not together with ``check``.
  var choices: [Choice] = []

  /// - Parameter closeResponse: nil takes the first response.
  init(
    title: String, body: String, responses: [Response], defaultResponse: String? = nil,
    closeResponse: String? = nil, check: Check? = nil
  ) {
    self.title = title
    self.body = body
    self.responses = responses
    self.defaultResponse = defaultResponse
    self.closeResponse = closeResponse ?? responses.first?.id ?? "close"
    self.check = check
  }
}
