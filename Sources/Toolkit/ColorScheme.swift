import CAdwaita
import Platform

extension ColorScheme {
  /// Applies the scheme to all windows of the application at once.
  @MainActor
  package static func apply(_ scheme: ColorScheme) {
    let value =
      switch scheme {
      case .system: ADW_COLOR_SCHEME_DEFAULT
      case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
      case .dark: ADW_COLOR_SCHEME_FORCE_DARK
      }
    adw_style_manager_set_color_scheme(adw_style_manager_get_default(), value)
  }
}
