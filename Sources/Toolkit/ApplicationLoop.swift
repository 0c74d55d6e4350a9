import CAdwaita
import CGtk
import Platform

/// The application on the session bus and its main loop.
@MainActor
package final class ApplicationLoop {
  /// The application's actions: `app.NAME` in menus, and on the bus.
  package let actions: ActionGroup
  private let application: ObjectReference
  private let id: String
  private let isUnique: Bool
  private var searchBus: SearchBus?
  private let theme = InitialTheme()
  /// The actions of keys with Shift, see ``ShiftedLetters``.
  private var shiftedKeys: [String: String] = [:]

  /// Runs once in the primary instance, before the toolkit starts.
  package var onRegistered: (@MainActor () -> Void)?
  /// Runs in the primary instance if there is no display, after which the process ends with an error.
  package var onNoDisplay: (@MainActor () -> Void)?
  /// Runs once in the primary instance, before any request.
  package var onStartup: (@MainActor () -> Void)?
  /// Runs each time the user starts the application, even if it is running already.
  package var onActivate: (@MainActor () -> Void)?

  /// - Parameters:
  ///   - isUnique: whether a second start activates this instance and exits.
  ///   - isService: whether it shows no window until one is requested. A service exits with an error if its bus name is
  ///     taken.
  package init(id: String, isUnique: Bool, isService: Bool = false) {
    g_set_application_name("Optimist")
    self.id = id
    self.isUnique = isUnique
    var flags = isUnique ? GApplicationFlags(rawValue: 0) : G_APPLICATION_NON_UNIQUE
    if isService {
      flags = GApplicationFlags(rawValue: flags.rawValue | G_APPLICATION_IS_SERVICE.rawValue)
    }
    application = ObjectReference(adopting: opaque(adw_application_new(id, flags)))
    // Without this, GTK would derive a resource path from the application ID. No resources are there, but GTK would
    // start to read the icon themes before libadwaita adds its own path to them, wait until they are read, and read
    // them again.
    g_application_set_resource_base_path(cast(application.pointer), nil)
    actions = ActionGroup(of: application)
    connect(application.pointer, "notify::is-registered") { [weak self] arguments in
      let application: UnsafeMutablePointer<GApplication> = cast(arguments.emitter)
      // The property is also notified at the end, when the application is no longer registered.
      guard g_application_get_is_registered(application) != 0,
        g_application_get_is_remote(application) == 0
      else { return }
      guard let self else { return }
      onRegistered?()
      if !theme.makeSettings() {
        onNoDisplay?()
        // The toolkit would go on without a display, and crash.
        _exit(EXIT_FAILURE)
      }
    }
    connect(application.pointer, "startup") { [weak self] _ in
      Accessibility.prepare()
      PopoverSurface.ignoreEventsWhenClosed()
      self?.onStartup?()
    }
    connect(application.pointer, "activate") { [weak self] _ in self?.onActivate?() }
  }

  /// Runs until ``quit()``.
  /// - Returns: the exit status.
  package func run() -> Int32 {
    MainLoop.install()
    return g_application_run(cast(application.pointer), 0, nil)
  }

  /// Answers the desktop's searches from now on. Call this before ``run()``: otherwise a search that starts the
  /// application would get no answer.
  package func answerSearches(with answers: SearchAnswers) {
    guard isUnique else { return }
    searchBus = SearchBus(path: objectPath + "/SearchProvider", answers: answers)
  }

  /// Passes an action to the instance that is already running; ``run()`` then returns at once.
  /// - Returns: false if there is none, so that this one becomes the primary instance.
  package func handOver(_ action: String) -> Bool {
    guard isUnique, g_application_register(cast(application.pointer), nil, nil) != 0,
      g_application_get_is_remote(cast(application.pointer)) != 0
    else { return false }
    g_action_group_activate_action(application.pointer, action, nil)
    return true
  }

  /// Keeps the application running without a window, until ``quit()``.
  package func hold() { g_application_hold(cast(application.pointer)) }

  package func quit() { g_application_quit(cast(application.pointer)) }

  /// A new window of the application.
  package func makeWindow() -> Widget {
    let window: Widget = adw_application_window_new(cast(application.pointer))
    ShiftedLetters.onPressed(window) { [weak self] trigger in
      guard let action = self?.shiftedKeys[trigger] else { return false }
      return gtk_widget_activate_action_variant(window, action, nil) != 0
    }
    return window
  }

  /// Sets the keys for an action, in every window that has it.
  /// - Parameters:
  ///   - action: the detailed name, such as `win.close`.
  ///   - keys: as `gtk_accelerator_parse` reads them.
  package func setKeys(_ keys: [String], for action: String) {
    for key in keys where ShiftedLetters.isTrigger(key) { shiftedKeys[key] = action }
    var pointers: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(cast(application.pointer), action, &pointers)
    for pointer in pointers { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
  }

  func send(_ notification: ObjectReference, as id: String) {
    g_application_send_notification(cast(application.pointer), id, notification.pointer)
  }

  /// Withdraws a notification, if it is shown.
  package func withdrawNotification(_ id: String) {
    g_application_withdraw_notification(cast(application.pointer), id)
  }

  // MARK: The bus name

  /// Asks the bus to start the application without a window, as a new process, once this one has released the name.
  package func startService() async {
    await callBus("StartServiceByName", [g_variant_new_string(id), g_variant_new_uint32(0)])
  }

  /// Releases the bus name for the next instance. When it returns, all earlier requests have been delivered to this
  /// instance: the bus keeps their order, so no request is lost between two instances.
  package func releaseBusName() async {
    await callBus("ReleaseName", [g_variant_new_string(id)])
  }

  /// Acquires the bus name again.
  /// - Returns: false if another instance has it.
  package func acquireBusName() async -> Bool {
    let doNotQueue: UInt32 = 4
    let answer = await callBus(
      "RequestName", [g_variant_new_string(id), g_variant_new_uint32(doNotQueue)])
    return answer == nil || answer == 1 || answer == 4
  }

  private var objectPath: String { "/" + id.replacing(".", with: "/") }

  private var bus: OpaquePointer? {
    isUnique ? g_application_get_dbus_connection(cast(application.pointer)) : nil
  }

  /// - Returns: the bus's reply code; nil without a bus.
  @discardableResult
  private func callBus(_ method: String, _ arguments: [OpaquePointer?]) async -> UInt32? {
    guard let bus else { return nil }
    var arguments = arguments
    let tuple = g_variant_new_tuple(&arguments, gsize(arguments.count))
    return await withCheckedContinuation { continuation in
      let box = Unmanaged.passRetained(Answer(continuation)).toOpaque()
      g_dbus_connection_call(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, tuple,
        nil, G_DBUS_CALL_FLAGS_NONE, -1, nil,
        { source, result, data in
          guard let data else { return }
          let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
          guard let reply = g_dbus_connection_call_finish(OpaquePointer(source), result, nil) else {
            return answer.continuation.resume(returning: nil)
          }
          defer { g_variant_unref(reply) }
          let number = g_variant_get_child_value(reply, 0)
          defer { g_variant_unref(number) }
          answer.continuation.resume(returning: g_variant_get_uint32(number))
        }, box)
    }
  }

  private final class Answer: Sendable {
    let continuation: CheckedContinuation<UInt32?, Never>

    init(_ continuation: CheckedContinuation<UInt32?, Never>) {
      self.continuation = continuation
    }
  }
}
