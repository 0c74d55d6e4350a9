/// Whether the windows are light or dark.
package enum ColorScheme: String, CaseIterable, Sendable {
  /// As the rest of the desktop.
  case system
  case light
  case dark
}
