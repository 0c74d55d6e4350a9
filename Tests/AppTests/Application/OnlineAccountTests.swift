import Core
import Foundation
import XCTest

@testable import Platform
@testable import Service

/// What GNOME Online Accounts say, played by a script on the session bus; the real one is in the tests of the window.
final class OnlineAccountTests: XCTestCase {
  private static let script = """
    import sys
    from gi.repository import Gio, GLib
    XML = '''<node><interface name="org.freedesktop.DBus.ObjectManager"><method name="GetManagedObjects">
    <arg direction="out" type="a{oa{sa{sv}}}"/></method></interface>
    <interface name="org.gnome.OnlineAccounts.PasswordBased"><method name="GetPassword">
    <arg direction="in" type="s"/><arg direction="out" type="s"/></method></interface></node>'''
    ROOT = "org.gnome.OnlineAccounts"
    PATH = "/org/gnome/OnlineAccounts"
    def text(value): return GLib.Variant("s", value)
    def entry(kind, uri, user="ann", parts=("Account", "Calendar", "PasswordBased")):
        values = {"Account": {"ProviderType": text(kind), "Identity": text(user), "PresentationIdentity": text("Ann")},
                  "Calendar": {"Uri": text(uri), "AcceptSslErrors": GLib.Variant("b", False)}, "PasswordBased": {}}
        return {ROOT + "." + part: values[part] for part in parts}
    odd = {ROOT + ".Account": {"ProviderType": text("webdav"), "Identity": GLib.Variant("i", 7)},
           ROOT + ".Calendar": {}, ROOT + ".PasswordBased": {}}
    objects = [entry("owncloud", "https://ann@Cloud.example.org:443/remote.php/caldav/"),
               entry("webdav", "http://[::1]:5232/dav/?x#y", "bob"), entry("google", "https://example.org/"),
               entry("owncloud", "https://example.org/", parts=("Account", "PasswordBased")),
               entry("owncloud", "https://example.org/", parts=("Account", "Calendar")),
               entry("webdav", "ftp://example.org/"), entry("webdav", "no address"), entry("webdav", ""),
               entry("webdav", "https://example.org/" + "x" * 4000), entry("webdav", "https://example.org/", ""), odd]
    passwords = {"0": "secret: %ü", "1": "", "2": "x" * 5000}
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    def called(bus, sender, path, interface, method, arguments, call):
        if method == "GetPassword":
            number = path.rsplit("/", 1)[1]
            if number in passwords:
                return call.return_value(GLib.Variant("(s)", (passwords[number],)))
            return call.return_dbus_error(ROOT + ".Error.NotAuthorized", "No such credentials")
        call.return_value(GLib.Variant("(a{oa{sa{sv}}})", ({f"{PATH}/{i}": value for i, value in enumerate(objects)},)))
    for info in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
        for place in [PATH] if "Object" in info.name else [f"{PATH}/{i}" for i in range(4)]:
            bus.register_object(place, info, called)
    Gio.bus_own_name_on_connection(bus, ROOT, 0, lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()
    """

  /// Starts the script and waits until it is on the bus.
  private func play() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", Self.script]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    guard !output.fileHandleForReading.availableData.isEmpty else {
      process.waitUntilExit()
      throw XCTSkip("Python or its GObject bindings are missing, or there is no session bus")
    }
    addTeardownBlock {
      process.terminate()
      process.waitUntilExit()
    }
  }

  @MainActor
  private static func found() -> [OnlineAccount]? {
    var found: [OnlineAccount]?
    Task { found = await OnlineAccounts.all() }
    XCTAssertTrue(pump(until: { found != nil }))
    return found
  }

  @MainActor
  private static func password(_ number: Int) throws -> Result<String, BusFailure> {
    let account = try XCTUnwrap(
      OnlineAccount(
        id: "/org/gnome/OnlineAccounts/\(number)", name: "", uri: "https://example.org", user: "ann"
      ))
    var result: Result<String, BusFailure>?
    Task {
      do throws(BusFailure) {
        result = .success(try await OnlineAccounts.password(of: account))
      } catch {
        result = .failure(error)
      }
    }
    XCTAssertTrue(pump(until: { result != nil }))
    return try XCTUnwrap(result)
  }

  func testCalendarsWithAPasswordAreOffered() throws {
    try play()
    try onMainActor {
      let found = try XCTUnwrap(Self.found())
      XCTAssertEqual(found.map(\.user), ["ann", "bob"])
      XCTAssertEqual(found.map(\.name), ["Ann", "Ann"])
      XCTAssertEqual(
        found.map(\.address),
        ["https://Cloud.example.org:443/remote.php/caldav/", "http://[::1]:5232/dav/"])
      XCTAssertEqual(found.map(\.host), ["cloud.example.org", "[::1]:5232"])
      let settings = [
        CalDAVSettings(server: "https://cloud.example.org", home: "/x/", user: "ann"),
        CalDAVSettings(server: "https://cloud.example.org", home: "/x/", user: "bob"),
        CalDAVSettings(server: "https://cloud.example.org:8443", home: "/x/", user: "ann"),
      ]
      XCTAssertEqual(settings.map { found[0].isSame(as: $0) }, [true, false, false])
      XCTAssertEqual(try Self.password(0), .success("secret: %ü"))
      XCTAssertEqual(try Self.password(1), .failure(BusFailure(reason: "no usable password")))
      XCTAssertEqual(try Self.password(2), .failure(BusFailure(reason: "no usable password")))
      XCTAssertEqual(try Self.password(3), .failure(BusFailure(reason: "No such credentials")))
    }
  }
}
