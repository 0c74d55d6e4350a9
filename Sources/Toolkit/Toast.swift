import CAdwaita
import CGtk
import Platform

/// A short message over the content, as a value that a test can compare.
package struct Toast: Equatable, Sendable {
  /// Plain text.
  package var title: String
  /// Nil for no button.
  package var button: String?
  /// Seconds until it disappears; 0 keeps it until it is dismissed.
  package var timeout: Int

  package init(_ title: String, button: String? = nil, timeout: Int = 5) {
    self.title = title
    self.button = button
    self.timeout = timeout
  }

  /// Shows the toast; exactly one of the closures is called, once.
  /// - Parameters:
  ///   - overlay: an `AdwToastOverlay`.
  ///   - onButton: called when the button is pressed.
  ///   - onDismissed: called when the toast disappears in another way, at the latest when the overlay is destroyed.
  /// - Returns: the toast, for `adw_toast_dismiss`.
  @MainActor @discardableResult
  package func show(
    in overlay: some ObjectPointer, onButton: @escaping @MainActor () -> Void = {},
    onDismissed: @escaping @MainActor () -> Void = {}
  ) -> ObjectReference {
    let toast = opaque(adw_toast_new(title.escapedMarkup))
    let reference = ObjectReference(adopting: toast)
    if let button { adw_toast_set_button_label(toast, button) }
    adw_toast_set_timeout(toast, guint(timeout))
    let outcome = Outcome(onButton: onButton, onDismissed: onDismissed)
    connect(toast, "button-clicked") { _ in outcome.give(isButton: true) }
    connect(toast, "dismissed") { _ in outcome.give(isButton: false) }
    adw_toast_overlay_add_toast(opaque(overlay), reference.retained())
    Accessibility.announce(title, on: overlay)
    return reference
  }

  /// Calls one closure and releases both.
  @MainActor
  private final class Outcome {
    private var closures: (onButton: @MainActor () -> Void, onDismissed: @MainActor () -> Void)?

    init(
      onButton: @escaping @MainActor () -> Void, onDismissed: @escaping @MainActor () -> Void
    ) {
      closures = (onButton, onDismissed)
    }

    func give(isButton: Bool) {
      guard let closures else { return }
      self.closures = nil
      if isButton { closures.onButton() } else { closures.onDismissed() }
    }
  }
}
