import CGtk
import Platform

/// Adds key handling to a widget.
@MainActor
package enum KeyboardController {
  /// Runs a closure on each key press while the focus is in the widget.
  /// - Parameters:
  ///   - phase: with `GTK_PHASE_CAPTURE` the handler runs before the focused widget, with bubble after it.
  ///   - handler: receives the key, to compare with `GDK_KEY_Return` and so on, and returns whether it
  ///     handled the key; a handled key is not passed on.
  /// - Returns: the `GtkEventController`, which belongs to the widget.
  @discardableResult
  package static func onKeyPressed(
    _ widget: some ObjectPointer, phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    _ handler: @escaping @MainActor (_ key: Int32, _ modifiers: KeyModifiers) -> Bool
  ) -> OpaquePointer {
    let controller = opaque(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(controller, phase)
    connectReturningBool(controller, "key-pressed") { arguments in
      handler(Int32(arguments.uint(0)), KeyModifiers(state: arguments.flags(2)))
    }
    gtk_widget_add_controller(cast(widget), controller)
    return controller
  }

  /// Whether a key is Enter: Return, Enter of the number pad, or ISO Enter, which some layouts have.
  package static func isEnter(_ key: Int32) -> Bool {
    switch key {
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter: true
    default: false
    }
  }

  /// Runs a closure when a shortcut is pressed.
  /// - Parameters:
  ///   - trigger: as `gtk_shortcut_trigger_parse_string` reads it: `"<Control>n"`, `"F2|<Control>e"`.
  ///   - scope: `GTK_SHORTCUT_SCOPE_LOCAL` requires the focus in the widget, `…_GLOBAL` only in its window.
  ///   - handler: returns whether it handled the key.
  package static func addShortcut(
    _ trigger: String, to widget: some ObjectPointer,
    scope: GtkShortcutScope = GTK_SHORTCUT_SCOPE_LOCAL,
    _ handler: @escaping @MainActor () -> Bool
  ) {
    let shifted = trigger.split(separator: "|").map(String.init)
      .filter { ShiftedLetters.isTrigger($0) }
    if !shifted.isEmpty {
      ShiftedLetters.onPressed(cast(widget)) { shifted.contains($0) && handler() }
    }
    guard let trigger = gtk_shortcut_trigger_parse_string(trigger) else {
      return assertionFailure("no shortcut: \(trigger)")
    }
    let action = gtk_callback_action_new(
      { _, _, data in
        nonisolated(unsafe) let data = data
        return MainActor.assumeIsolated {
          guard let data else { return 0 }
          return Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().run().gboolean
        }
      }, Unmanaged.passRetained(Handler(handler)).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<Handler>.fromOpaque(data).release()
      })
    let controller = opaque(gtk_shortcut_controller_new())
    gtk_shortcut_controller_set_scope(controller, scope)
    gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, action))
    gtk_widget_add_controller(cast(widget), controller)
  }

  @MainActor
  private final class Handler {
    let run: @MainActor () -> Bool

    init(_ run: @escaping @MainActor () -> Bool) {
      self.run = run
    }
  }
}

/// A key press that is kept for a text field which is not there yet.
@MainActor
package final class HeldKey {
  package let key: Int32
  /// The `GdkEvent`.
  let event: OpaquePointer

  /// - Parameter controller: the `GtkEventControllerKey` that is handling the press; nil results if it handles none.
  package init?(_ key: Int32, of controller: OpaquePointer) {
    guard let event = gtk_event_controller_get_current_event(controller) else { return nil }
    self.key = key
    self.event = gdk_event_ref(event)
  }

  isolated deinit { gdk_event_unref(event) }
}

/// Whether the user is typing: the last key was pressed less than a second ago.
package struct TypingPause {
  /// The time without a key press that counts as a pause.
  package static let length = Duration.seconds(1)
  /// Nil before the first key.
  package var lastKey: ContinuousClock.Instant?

  package init(lastKey: ContinuousClock.Instant? = nil) {
    self.lastKey = lastKey
  }

  /// How long the pause is still away if no further key is pressed; zero or less if the user is not typing.
  package func rest(at now: ContinuousClock.Instant) -> Duration {
    lastKey.map { $0 + Self.length - now } ?? .zero
  }
}
