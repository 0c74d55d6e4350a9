// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CGLib

/// A text for the bus or an action, whole. C ends a text at its first NUL; the compiler prefers this one for Swift
/// strings.
package func g_variant_new_string(_ text: String) -> OpaquePointer! {
  CGLib.g_variant_new_string(text.shown)
}
