/// A question or a notice in a dialog, as a value that a test can compare.
package struct Alert: Equatable, Sendable {
  /// A possible answer, shown as a button.
  package struct Response: Equatable, Sendable {
    /// The look of a button.
    package enum Style: Equatable, Sendable {
      case plain
      /// For the answer that most people want; used at most once in an alert.
      case suggested
      /// For an answer that loses data.
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

  /// One of several options, shown as radio buttons below the text.
  package struct Choice: Equatable, Sendable {
    package var label: String
    package var isEnabled = true

    package init(label: String, isEnabled: Bool = true) {
      self.label = label
      self.isEnabled = isEnabled
    }
  }

  /// The user's answer.
  package struct Answer: Equatable, Sendable {
    /// The ID of the chosen response.
    package var response: String
    /// The state of the check button at that time; false if there is none.
    package var isChecked = false
    /// The index of the chosen option; 0 if there are none.
    package var choice = 0

    package init(response: String, isChecked: Bool = false, choice: Int = 0) {
      self.response = response
      self.isChecked = isChecked
      self.choice = choice
    }
  }

  package var title: String
  package var body: String
  /// At least one; the first is on the left, or at the bottom in a narrow window.
  package var responses: [Response]
  /// The response that Return gives; with nil, Return does nothing.
  package var defaultResponse: String?
  /// The response that Escape, closing the window and closing the parent give.
  package var closeResponse: String
  package var check: Check?
  /// The options; the first enabled one is chosen initially. Not to be combined with ``check``.
  package var choices: [Choice] = []
  /// Whether keys can answer it only after a pause in typing. This is for alerts that no gesture asked for: text typed
  /// for the entry below must not answer them unread.
  package var waitsForPause = false
  /// Details for finding the cause that most people do not understand, in a collapsed section.
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
