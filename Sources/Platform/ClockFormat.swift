import Basics
import CGLib

/// Whether the desktop's clocks show twelve hours, now and after each change of that setting.
///
/// The value comes from the desktop's settings, or in a sandbox from the settings portal
/// (https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html). If neither has it, the
/// clocks show twenty-four hours.
@MainActor
package final class ClockFormat {
  private static let group = "org.gnome.desktop.interface"
  private static let key = "clock-format"
  private let onChange: @MainActor (_ hasTwelveHours: Bool) -> Void
  private var settings: ObjectReference?
  private var handler: gulong = 0
  private var portal: SettingsPortal?

  /// - Parameters:
  ///   - isSandboxed: whether to ask the portal.
  ///   - onChange: runs with the current value: at once or, in a sandbox, when the portal has answered; then after each
  ///     change.
  package init(
    isSandboxed: Bool = UserDirectories.isFile("/.flatpak-info"),
    _ onChange: @escaping @MainActor (_ hasTwelveHours: Bool) -> Void
  ) {
    self.onChange = onChange
    if isSandboxed {
      portal = SettingsPortal(Self.group, Self.key) { onChange($0 == "12h") }
    } else {
      follow()
    }
  }

  isolated deinit {
    if let settings { g_signal_handler_disconnect(settings.pointer.rawPointer, handler) }
  }

  private func follow() {
    guard let settings = Settings.ofDesktop(Self.group, withText: Self.key) else { return }
    self.settings = settings
    handler = connect(settings.pointer, "changed::" + Self.key) { [weak self] _ in self?.read() }
    read()
  }

  private func read() {
    guard let settings, let text = g_settings_get_string(cast(settings.pointer), Self.key) else {
      return
    }
    defer { g_free(text) }
    onChange(String(cString: text) == "12h")
  }
}
