import Basics
import CAdwaita
import CGtk
import Platform
import Service
import Toolkit

/// The About window.
@MainActor
enum AboutView {
  /// Shows the window over another one; it is freed when it closes.
  @discardableResult
  static func present(_ info: AboutInfo, over parent: Widget) -> Widget {
    guard
      let about = optimist_about_new(
        "Optimist", DataDirectory.applicationID, info.version,
        /// Translators: who made the application
        tr("The Optimist Authors"), tr("Copyright © 2026 The Optimist Authors"), AboutInfo.website,
        AboutInfo.issues, info.releaseNotes, debugInfo(info),
        /// Translators: put your names here, one a line, each with an address if you like
        credits(tr("translator-credits")))
    else { preconditionFailure("constructors never return nil") }
    // The closure is freed with the window.
    KeyboardController.addShortcut("<Control>w", to: about) {
      optimist_about_close(about)
      return true
    }
    optimist_about_present(about, parent)
    return about
  }

  /// Empty unless a translator has replaced the placeholder.
  private static func credits(_ text: String) -> String { text == "translator-credits" ? "" : text }

  private static func debugInfo(_ info: AboutInfo) -> String {
    var names: [String: String] = [:]
    for name in ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "GDK_BACKEND", "GSK_RENDERER", "LANG"] {
      names[name] = g_getenv(name).map { String(cString: $0) }
    }
    return info.debugInfo(
      toolkit: [
        ("GTK", version(gtk_get_major_version(), gtk_get_minor_version(), gtk_get_micro_version())),
        (
          "libadwaita",
          version(adw_get_major_version(), adw_get_minor_version(), adw_get_micro_version())
        ),
        ("GLib", version(glib_major_version, glib_minor_version, glib_micro_version)),
      ], environment: names, sandbox: TextFile.read("/.flatpak-info"))
  }

  private static func version(_ parts: guint...) -> String {
    parts.map(String.init).joined(separator: ".")
  }
}
