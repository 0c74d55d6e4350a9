// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CGLib

/// A text for the bus or an action, with a visible replacement for each NUL, where C would end the text. For Swift
/// strings the compiler prefers this function to GLib's.
package func g_variant_new_string(_ text: String) -> OpaquePointer! {
  CGLib.g_variant_new_string(text.shown)
}
