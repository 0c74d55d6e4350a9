import Basics
import CGtk
import Platform

/// Shortcuts with Control, Shift and a letter on keyboard layouts without Latin letters.
///
/// GTK looks for a shortcut's key in the other layouts that are set up, but not for one with Shift: it compares the level
/// of the key with Shift with the level of the letter without Shift (`gdk_key_event_matches`).
@MainActor
enum ShiftedLetters {
  private static let modifiers = "<Control><Shift>"

  /// Whether a trigger is one of those that GTK does not find.
  static func isTrigger(_ trigger: String) -> Bool { trigger.hasExactPrefix(modifiers) }

  /// Runs a closure when such a key is pressed while the focus is in a widget and nothing has handled the key.
  /// - Parameter handler: receives the trigger, such as `"<Control><Shift>t"`, and returns whether it handled it.
  static func onPressed(
    _ widget: Widget, _ handler: @escaping @MainActor (_ trigger: String) -> Bool
  ) {
    let controller = opaque(gtk_event_controller_key_new())
    connectReturningBool(controller, "key-pressed") { arguments in
      let (key, code) = (guint(arguments.uint(0)), guint(arguments.uint(1)))
      let pressed = Self.trigger(of: key, code, KeyModifiers(state: arguments.flags(2)))
      guard let pressed else { return false }
      return handler(pressed)
    }
    gtk_widget_add_controller(widget, controller)
  }

  /// The trigger that a key stands for in another layout; nil if the key has a Latin letter itself, or none in any layout.
  /// - Parameters:
  ///   - key: what the key means in the present layout.
  ///   - code: the key on the keyboard.
  static func trigger(of key: guint, _ code: guint, _ pressed: KeyModifiers) -> String? {
    guard pressed == [.control, .shift], gdk_keyval_to_unicode(key) > 0x7f else { return nil }
    return latinLetter(on: code).map { modifiers + $0 }
  }

  private static func latinLetter(on code: guint) -> String? {
    var foundKeys: UnsafeMutablePointer<GdkKeymapKey>?
    var foundValues: UnsafeMutablePointer<guint>?
    var count: gint = 0
    guard let display = gdk_display_get_default(),
      gdk_display_map_keycode(display, code, &foundKeys, &foundValues, &count) != 0
    else { return nil }
    defer {
      g_free(foundKeys)
      g_free(foundValues)
    }
    guard let keys = foundKeys, let values = foundValues else { return nil }
    let letters = guint(GDK_KEY_a)...guint(GDK_KEY_z)
    let index = (0..<Int(count)).first { keys[$0].level == 0 && letters.contains(values[$0]) }
    // The values of these keys are those of the letters in ASCII.
    return index.map { String(UnicodeScalar(UInt8(values[$0]))) }
  }
}
