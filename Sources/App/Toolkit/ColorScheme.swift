import CAdwaita

/// Whether the windows are light or dark.
enum ColorScheme: String, CaseIterable, Sendable {
  /// As the rest of the desktop.
  case system
  case light
  case dark

  /// Gives the scheme to all windows of the application, at once.
  @MainActor
  static func apply(_ scheme: ColorScheme) {
    let value =
      switch scheme {
      case .system: ADW_COLOR_SCHEME_DEFAULT
      case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
      case .dark: ADW_COLOR_SCHEME_FORCE_DARK
      }
    adw_style_manager_set_color_scheme(adw_style_manager_get_default(), value)
  }
}
