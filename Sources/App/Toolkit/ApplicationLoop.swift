import CAdwaita
import CGtk

/// The application on the session bus and its main loop.
@MainActor
final class ApplicationLoop {
  private let application: ObjectReference

  /// Runs each time somebody starts the application, at first and while it runs.
  var onActivate: (@MainActor () -> Void)?

  /// - Parameter isUnique: whether a second start activates this instance and ends.
  init(id: String, isUnique: Bool) {
    g_set_application_name("Optimist")
    let flags = isUnique ? GApplicationFlags(rawValue: 0) : G_APPLICATION_NON_UNIQUE
    application = ObjectReference(adopting: opaque(adw_application_new(id, flags)))
    connect(application.pointer, "startup") { _ in Accessibility.prepare() }
    connect(application.pointer, "activate") { [weak self] _ in self?.onActivate?() }
  }

  /// Runs until ``quit()``.
  /// - Returns: the exit status.
  func run() -> Int32 {
    MainLoop.install()
    return g_application_run(cast(application.pointer), 0, nil)
  }

  /// Keeps the application running without a window, until ``release()``.
  func hold() { g_application_hold(cast(application.pointer)) }

  func release() { g_application_release(cast(application.pointer)) }

  func quit() { g_application_quit(cast(application.pointer)) }

  /// A new window of the application.
  func makeWindow() -> Widget { adw_application_window_new(cast(application.pointer)) }

  /// Gives keys to an action in every window that has it.
  /// - Parameters:
  ///   - action: the detailed name, such as `win.close`.
  ///   - keys: as `gtk_accelerator_parse` reads them.
  func setKeys(_ keys: [String], for action: String) {
    var pointers: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(cast(application.pointer), action, &pointers)
    for pointer in pointers { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
  }
}
