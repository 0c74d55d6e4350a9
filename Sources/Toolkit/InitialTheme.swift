import CGtk
import Platform

/// Keeps GTK from reading a theme that nobody sees.
///
/// GTK reads the theme of the desktop, or its own, when its settings are made: 80 million instructions, an eighth of a
/// start. Then libadwaita names its empty theme instead, and puts its own style sheet above it. GTK takes that name from
/// `GTK_THEME` too. Where that is set libadwaita puts up no style sheet, so it must be gone again by then.
@MainActor
final class InitialTheme {
  /// `NAME=VALUE`, a part of the environment for good; nil where the user has chosen a theme or GTK has begun.
  private let entry: UnsafeMutablePointer<CChar>?

  /// Names the theme. Call before other threads read the environment.
  init() {
    let isFree = getenv("GTK_THEME") == nil && gdk_display_get_default() == nil
    entry = isFree ? strdup("GTK_THEME=Adwaita-empty") : nil
    if let entry { putenv(entry) }
  }

  isolated deinit { withdraw() }

  /// Starts GTK and makes its settings, then takes the name back.
  func makeSettings() {
    guard entry != nil else { return }
    // Where there is no display, the application finds that out by itself.
    if gtk_init_check() != 0 { _ = gtk_settings_get_default() }
    withdraw()
  }

  /// The entry changes its name where it stands: another thread may be looking for another one, and finds no gap.
  private func withdraw() { entry?[0] = CChar(UInt8(ascii: "_")) }
}
