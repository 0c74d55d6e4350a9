/// Whether the windows are light or dark.
package enum ColorScheme: String, CaseIterable, Sendable {
  /// Follows the desktop.
  case system
  case light
  case dark
}
