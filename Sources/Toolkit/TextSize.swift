/// The text size that is set on the desktop.
@MainActor
package enum TextSize {
  /// The scale of text: 1 is the default, 2 is twice as large.
  package static var scale: Double {
    let dots = Double(DesktopSetting.number("gtk-xft-dpi") ?? 0) / 1024
    return dots > 0 ? dots / 96 : 1
  }

  /// Whether text is at least one and a half times as large as by default.
  package static var isLarge: Bool { scale >= 1.5 }
}
