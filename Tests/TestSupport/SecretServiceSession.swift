import Core
import Foundation
import Glibc
import Sync
import Synchronization

/// A session bus of a test's own, with a real keyring on it as long as the test wants one.
///
/// Nothing else is on the bus and nothing is started by it: no question for a password can be shown.
public final class SecretServiceSession: Sendable {
  /// Why there is no such session; a reason to skip a test by name.
  public struct Unavailable: Error, Sendable {
    public let reason: String
  }

  private let folder: String
  private let bus: LeashedProcess
  private let keyring = Mutex<LeashedProcess?>(nil)
  private let prompter = Mutex<LeashedProcess?>(nil)

  /// The bus, as in `DBUS_SESSION_BUS_ADDRESS`.
  public var busAddress: String { "unix:path=" + folder + "/bus" }

  /// Starts the bus and waits until it takes connections.
  /// - Throws: ``Unavailable`` where dbus-daemon or gnome-keyring-daemon is not installed.
  public init() async throws {
    for name in ["dbus-daemon", "gnome-keyring-daemon"] where Self.executable(name) == nil {
      throw Unavailable(reason: "\(name) is not installed")
    }
    let folder = NSTemporaryDirectory() + "/keyring-\(UUID().uuidString.prefix(8))"
    self.folder = folder
    for name in ["home", "data/keyrings", "run"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    let configuration = folder + "/bus.conf"
    try Self.configuration(socket: folder + "/bus")
      .write(toFile: configuration, atomically: true, encoding: .utf8)
    bus = try LeashedProcess(["dbus-daemon", "--nofork", "--config-file=" + configuration])
    guard await eventually(within: .seconds(30), { Self.accepts(folder + "/bus") }) else {
      stop()
      throw Unavailable(reason: "dbus-daemon does not take connections")
    }
  }

  deinit {
    stop()
  }

  /// Starts the keyring, the first time with an empty one, and waits until it answers.
  /// - Parameter password: of the keyring; one that is not that of the first time leaves it locked.
  public func startKeyring(password: String) async throws {
    let process = try LeashedProcess(
      ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
      environment: environment, input: password)
    keyring.withLock { $0 = process }
    let probe = SecretServiceStore(busAddress: busAddress, limit: .seconds(10))
    let nobody = AccountID(rawValue: "nobody")
    let isUp = await eventually(within: .seconds(30)) {
      do {
        _ = try await probe.secret(for: nobody)
        return true
      } catch {
        return false
      }
    }
    guard isUp else { throw Unavailable(reason: "gnome-keyring-daemon does not answer") }
  }

  /// Ends the keyring; its files stay.
  public func stopKeyring() {
    keyring.withLock { keyring in
      keyring?.stop()
      keyring = nil
    }
  }

  /// Pauses the keyring: it is running but does not answer.
  public func freezeKeyring() {
    keyring.withLock { $0?.signal("STOP") }
  }

  /// Puts somebody on the bus who is to ask for passwords and never comes to an end with it. Takes a
  /// moment to begin.
  /// - Throws: ``Unavailable`` where Python has no GObject.
  public func startHangingPrompter() throws {
    let python = "/usr/bin/python3"
    let check = Process()
    check.executableURL = URL(fileURLWithPath: python)
    check.arguments = ["-c", "from gi.repository import Gio"]
    check.standardError = FileHandle.nullDevice
    guard access(python, X_OK) == 0, (try? check.run()) != nil else {
      throw Unavailable(reason: "python3 is not installed")
    }
    check.waitUntilExit()
    guard check.terminationStatus == 0 else {
      throw Unavailable(reason: "python3-gi is not installed")
    }
    let process = try LeashedProcess(
      [python, "-c", Self.prompterScript], environment: environment)
    prompter.withLock { $0 = process }
  }

  /// Ends everything and removes the files.
  public func stop() {
    stopKeyring()
    prompter.withLock { $0?.stop() }
    bus.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// What a program needs to find this session.
  public var environment: [String: String] {
    [
      "HOME": folder + "/home", "XDG_DATA_HOME": folder + "/data",
      "XDG_RUNTIME_DIR": folder + "/run", "DBUS_SESSION_BUS_ADDRESS": busAddress,
    ]
  }

  /// The path of a program; nil if it is not installed.
  public static func executable(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private static func accepts(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { space in
      space.copyBytes(from: path.utf8.prefix(space.count - 1))
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  private static let prompterScript = """
    import os, signal
    from gi.repository import Gio, GLib
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    name = GLib.Variant("(su)", ("org.gnome.keyring.SystemPrompter", 4))
    bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                  "RequestName", name, None, Gio.DBusCallFlags.NONE, -1, None)
    os.kill(os.getpid(), signal.SIGSTOP)
    """

  private static func configuration(socket: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }
}
