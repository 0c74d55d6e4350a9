import CAdwaita
import CGtk
import Platform

/// Shows alerts.
@MainActor
package enum AlertDialog {
  /// Shows an alert and waits for the answer.
  ///
  /// - Parameters:
  ///   - alert: the question.
  ///   - over: the window to which the dialog belongs and which it blocks, or a widget in that window.
  /// - Returns: the ID of the chosen response. If the dialog is destroyed without an answer, as when the app ends, it
  ///   is the alert's close response.
  package static func present(_ alert: Alert, over window: (some ObjectPointer)?) async -> String {
    await ask(alert, over: window).response
  }

  /// Shows an alert, and returns also the state of its check button and the chosen option.
  package static func ask(_ alert: Alert, over window: (some ObjectPointer)?) async -> Alert.Answer
  {
    let parent: Widget? = window.map { cast($0) }
    let check = alert.check.map(CheckButton.init)
    let choices = alert.choices.isEmpty ? nil : RadioButtons(alert.choices)
    let response = await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      let dialog = make(alert, over: parent)
      let details = alert.details.map { DetailsExpander($0) }
      let extras = [choices?.widget, check?.widget, details?.widget].compactMap { $0 }
      if !extras.isEmpty {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
        for extra in extras { gtk_box_append(cast(box), extra) }
        optimist_alert_set_extra_child(dialog, box)
      }
      connect(dialog, "response") { arguments in
        answer.give(arguments.string(0) ?? alert.closeResponse)
      }
      onDestroy(dialog) { answer.give(alert.closeResponse) }
      if alert.waitsForPause { HeldKeys().begin(on: dialog) }
      optimist_alert_present(dialog, parent)
      // Otherwise the widgets below the text would get the focus first and handle Return themselves.
      if !extras.isEmpty { optimist_alert_focus_default(dialog) }
    }
    return Alert.Answer(
      response: response, isChecked: check?.isOn ?? false, choice: choices?.chosen ?? 0)
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

/// The check button of an alert, whose state can be read after the dialog is gone.
@MainActor
private final class CheckButton {
  let widget: Widget
  private(set) var isOn: Bool

  init(_ check: Alert.Check) {
    widget = gtk_check_button_new_with_mnemonic(check.label)
    isOn = check.isOn
    gtk_check_button_set_active(cast(widget), check.isOn.gboolean)
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    if let label = gtk_widget_get_last_child(widget),
      g_type_check_instance_is_a(cast(label), gtk_label_get_type()) != 0
    {
      gtk_label_set_wrap(opaque(label), 1)
    }
    connect(widget, "toggled") { [weak self] _ in
      guard let self else { return }
      isOn = gtk_check_button_get_active(cast(widget)) != 0
    }
  }
}

/// The options of an alert, of which the chosen one can be read after the dialog is gone.
@MainActor
private final class RadioButtons {
  let widget: Widget
  private(set) var chosen: Int

  init(_ choices: [Alert.Choice]) {
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    chosen = choices.firstIndex(where: \.isEnabled) ?? 0
    var first: Widget?
    for (index, choice) in choices.enumerated() {
      // Without a mnemonic, because the text may contain any characters.
      let button: Widget = gtk_check_button_new_with_label(choice.label)
      gtk_check_button_set_group(cast(button), first.map { cast($0) })
      first = first ?? button
      gtk_widget_set_sensitive(button, choice.isEnabled.gboolean)
      gtk_check_button_set_active(cast(button), (index == chosen).gboolean)
      if let label = gtk_widget_get_last_child(button),
        g_type_check_instance_is_a(cast(label), gtk_label_get_type()) != 0
      {
        gtk_label_set_wrap(opaque(label), 1)
      }
      connect(button, "toggled") { [weak self] _ in
        if gtk_check_button_get_active(cast(button)) != 0 { self?.chosen = index }
      }
      gtk_box_append(cast(widget), button)
    }
  }
}

/// The answer to an alert; only the first one given counts.
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

/// Keeps key presses from the buttons of an alert until there was a pause in typing since it was shown.
@MainActor
private final class HeldKeys {
  private var typing = TypingPause(lastKey: .now)

  func begin(on dialog: Widget) {
    connect(dialog, "map") { _ in self.typing.lastKey = .now }
    KeyboardController.onKeyPressed(dialog, phase: GTK_PHASE_CAPTURE) { _, _ in
      let now = ContinuousClock.now
      guard self.typing.rest(at: now) > .zero else { return false }
      self.typing.lastKey = now
      return true
    }
  }
}
