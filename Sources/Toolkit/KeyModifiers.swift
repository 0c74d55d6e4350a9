import CGtk

/// The modifier keys that matter for shortcuts; Caps Lock and similar keys do not.
package struct KeyModifiers: OptionSet, Sendable {
  package let rawValue: UInt32

  package static let shift = KeyModifiers(rawValue: GDK_SHIFT_MASK.rawValue)
  package static let control = KeyModifiers(rawValue: GDK_CONTROL_MASK.rawValue)
  package static let alt = KeyModifiers(rawValue: GDK_ALT_MASK.rawValue)
  package static let `super` = KeyModifiers(rawValue: GDK_SUPER_MASK.rawValue)

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// - Parameter state: the bits of a `GdkModifierType`.
  package init(state: UInt32) {
    let known: KeyModifiers = [.shift, .control, .alt, .super]
    self = KeyModifiers(rawValue: state).intersection(known)
  }
}
