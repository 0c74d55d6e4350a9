import Basics
import CGLib

/// A text among the desktop's settings, which a sandbox reads through a portal
/// (https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html).
@MainActor
final class SettingsPortal {
  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  /// How long the portal may take to start and answer.
  private static let limit = Duration.seconds(10)
  private var bus: ObjectReference?
  private var subscription: guint = 0
  private var reading: Task<Void, Never>?

  /// - Parameter onChange: receives the text once it has been read and after each change; never runs without such a
  ///   portal.
  init(_ group: String, _ key: String, _ onChange: @escaping @MainActor (String) -> Void) {
    reading = Task { [weak self] in
      self?.subscribe(group, key, onChange)
      guard
        let value = try? await BusCall.call(
          Self.name, Self.path, Self.interface, "Read", [group, key], reply: "(v)",
          within: Self.limit)
      else { return }
      if let text = Self.text(in: value), !Task.isCancelled { onChange(text) }
    }
  }

  isolated deinit {
    reading?.cancel()
    if let bus, subscription != 0 {
      g_dbus_connection_signal_unsubscribe(bus.pointer, subscription)
    }
  }

  private func subscribe(
    _ group: String, _ key: String, _ onChange: @escaping @MainActor (String) -> Void
  ) {
    guard SessionBus.hasAddress, let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
    else { return }
    bus = ObjectReference(adopting: connection)
    let observer = Observer(key, onChange)
    subscription = g_dbus_connection_signal_subscribe(
      connection, Self.name, Self.interface, "SettingChanged", Self.path, group,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let data, let parameters else { return }
        nonisolated(unsafe) let unsafe = (data, parameters)
        MainActor.assumeIsolated {
          let observer = Unmanaged<Observer>.fromOpaque(unsafe.0).takeUnretainedValue()
          observer.didChange(BusValue(g_variant_ref(unsafe.1)))
        }
      }, Unmanaged.passRetained(observer).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<Observer>.fromOpaque(data).release()
      })
  }

  /// The text in a value. How many variants are nested around it depends on the portal's version.
  private static func text(in value: BusValue) -> String? {
    var value = value
    for _ in 0..<4 {
      if !value.text.isEmpty { return value.text }
      guard value.isContainer, let inner = value.children.first else { return nil }
      value = inner
    }
    return nil
  }

  @MainActor
  private final class Observer {
    private let key: String
    private let onChange: @MainActor (String) -> Void

    init(_ key: String, _ onChange: @escaping @MainActor (String) -> Void) {
      self.key = key
      self.onChange = onChange
    }

    /// - Parameter parameters: (ssv); anything else is ignored.
    func didChange(_ parameters: BusValue) {
      guard parameters.isContainer else { return }
      let parts = parameters.children
      guard parts.count == 3, parts[1].text == key, let text = SettingsPortal.text(in: parts[2])
      else { return }
      onChange(text)
    }
  }
}
