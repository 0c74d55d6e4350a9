/// A question or a notice in a dialog, as a value that a test can compare.
package struct Alert: Equatable, Sendable {
  /// One way to answer.
  package struct Response: Equatable, Sendable {
    /// How a button looks.
    package enum Style: Equatable, Sendable {
      case plain
      /// What most people want; at most one of an alert.
      case suggested
      /// Loses something.
      case destructive
    }

    /// What `AlertDialog.present` returns; unique within the alert.
    package var id: String
    /// With `_` before the mnemonic letter.
    package var label: String
    package var style: Style

    package init(_ id: String, _ label: String, _ style: Style = .plain) {
      self.id = id
      self.label = label
      self.style = style
    }
  }

  /// A check button below the text.
  package struct Check: Equatable, Sendable {
    /// With `_` before the mnemonic letter.
    package var label: String
    package var isOn = false

    package init(label: String, isOn: Bool = false) {
      self.label = label
      self.isOn = isOn
    }
  }

  /// One of several things to choose between, shown as radio buttons below the text.
  package struct Choice: Equatable, Sendable {
    package var label: String
    package var isEnabled = true

    package init(label: String, isEnabled: Bool = true) {
      self.label = label
      self.isEnabled = isEnabled
    }
  }

  /// What was answered.
  package struct Answer: Equatable, Sendable {
    /// The id of the chosen response.
    package var response: String
    /// How the check button stood then; false where there is none.
    package var isChecked = false
    /// The number of the choice; 0 where there are none.
    package var choice = 0

    package init(response: String, isChecked: Bool = false, choice: Int = 0) {
      self.response = response
      self.isChecked = isChecked
      self.choice = choice
    }
  }

  package var title: String
  package var body: String
  /// At least one; the first stands on the left, or at the bottom where it is narrow.
  package var responses: [Response]
  /// The response that Return gives; nil leaves Return without effect.
  package var defaultResponse: String?
  /// The response that Escape, closing the window and closing the parent give.
  package var closeResponse: String
  package var check: Check?
  /// The first that is enabled is chosen at the beginning. Not together with ``check``.
  package var choices: [Choice] = []
  /// Whether keys answer it only after a pause in typing: nobody asked for it, and what is typed for the entry below must
  /// not answer it unread.
  package var waitsForPause = false
  /// What helps to find a mistake but says nothing to most people; folded away.
  package var details: String?

  /// - Parameter closeResponse: nil takes the first response.
  package init(
    title: String, body: String, responses: [Response], defaultResponse: String? = nil,
    closeResponse: String? = nil, check: Check? = nil, details: String? = nil,
    waitsForPause: Bool = false
  ) {
    self.title = title
    self.body = body
    self.responses = responses
    self.defaultResponse = defaultResponse
    self.closeResponse = closeResponse ?? responses.first?.id ?? "close"
    self.check = check
    self.details = details
    self.waitsForPause = waitsForPause
  }
}
