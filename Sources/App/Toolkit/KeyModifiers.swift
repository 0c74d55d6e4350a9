import CGtk

/// The modifier keys that make a difference to a shortcut; Caps Lock and the like do not.
struct KeyModifiers: OptionSet, Sendable {
  let rawValue: UInt32

  static let shift = KeyModifiers(rawValue: GDK_SHIFT_MASK.rawValue)
  static let control = KeyModifiers(rawValue: GDK_CONTROL_MASK.rawValue)
  static let alt = KeyModifiers(rawValue: GDK_ALT_MASK.rawValue)
  static let `super` = KeyModifiers(rawValue: GDK_SUPER_MASK.rawValue)

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// - Parameter state: the bits of a `GdkModifierType`.
  init(state: UInt32) {
    let known: KeyModifiers = [.shift, .control, .alt, .super]
    self = KeyModifiers(rawValue: state).intersection(known)
  }
}
