import CGtk
import Platform

/// Keeps GTK from loading a theme that is never shown.
///
/// When GTK creates its settings, it loads the desktop's theme or its own: 80 million instructions, an eighth of a
/// start. Afterwards libadwaita selects its empty theme instead, and adds its own style sheet on top. This class
/// selects the empty theme from the beginning, through `GTK_THEME`. The variable must be gone again before libadwaita
/// starts, because libadwaita adds no style sheet while it is set.
@MainActor
final class InitialTheme {
  /// `NAME=VALUE`; it stays part of the environment forever. Nil if the user has chosen a theme or GTK has started
  /// already.
  private let entry: UnsafeMutablePointer<CChar>?

  /// Sets the variable. Call this before other threads read the environment.
  init() {
    let isFree = getenv("GTK_THEME") == nil && gdk_display_get_default() == nil
    entry = isFree ? strdup("GTK_THEME=Adwaita-empty") : nil
    if let entry { putenv(entry) }
  }

  isolated deinit { withdraw() }

  /// Starts GTK and creates its settings, then removes the variable.
  /// - Returns: false if there is no display.
  func makeSettings() -> Bool {
    defer { withdraw() }
    guard gtk_init_check() != 0 else { return false }
    if entry != nil { _ = gtk_settings_get_default() }
    return true
  }

  /// Renames the entry in place: another thread may be searching the environment meanwhile, and must not find a gap in
  /// it.
  private func withdraw() { entry?[0] = CChar(UInt8(ascii: "_")) }
}
