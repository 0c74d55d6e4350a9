import CAdwaita
import CGtk

/// Shows alerts.
@MainActor
enum AlertDialog {
  /// Shows an alert and waits for the answer.
  ///
  /// - Parameters:
  ///   - alert: the question.
  ///   - over: the window, or a widget in it, that the dialog belongs to and blocks meanwhile.
  /// - Returns: the id of the chosen response. When the dialog is destroyed without an answer, as at
  ///   the end of the app, that is the alert's close response.
  static func present(_ alert: Alert, over window: (some ObjectPointer)?) async -> String {
    let parent: Widget? = window.map { cast($0) }
    return await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      let dialog = make(alert, over: parent)
      connect(dialog, "response") { arguments in
        answer.give(arguments.string(0) ?? alert.closeResponse)
      }
      onDestroy(dialog) { answer.give(alert.closeResponse) }
      optimist_alert_present(dialog, parent)
    }
  }

  private static func make(_ alert: Alert, over parent: Widget?) -> Widget {
    guard let dialog = optimist_alert_new(parent, alert.title, alert.body) else {
      preconditionFailure("constructors never return nil")
    }
    for response in alert.responses {
      optimist_alert_add_response(dialog, response.id, response.label, response.style.appearance)
    }
    optimist_alert_set_default_response(dialog, alert.defaultResponse)
    optimist_alert_set_close_response(dialog, alert.closeResponse)
    return dialog
  }
}

extension Alert.Response.Style {
  fileprivate var appearance: AdwResponseAppearance {
    switch self {
    case .plain: ADW_RESPONSE_DEFAULT
    case .suggested: ADW_RESPONSE_SUGGESTED
    case .destructive: ADW_RESPONSE_DESTRUCTIVE
    }
  }
}

/// The one answer: the first of several wins.
@MainActor
private final class Answer {
  private var continuation: CheckedContinuation<String, Never>?

  init(_ continuation: CheckedContinuation<String, Never>) {
    self.continuation = continuation
  }

  func give(_ response: String) {
    continuation?.resume(returning: response)
    continuation = nil
  }
}
