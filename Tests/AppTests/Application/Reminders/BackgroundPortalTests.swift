import Foundation
import XCTest

@testable import Platform
@testable import Service

/// The portal by which a sandboxed app is started at login, played by a script on the session bus.
final class BackgroundPortalTests: XCTestCase {
  /// Answers one request: with the response code and results of its arguments.
  private static let portal = """
    import json, sys
    from gi.repository import Gio, GLib
    XML = '''<node><interface name="org.freedesktop.portal.Background">
    <method name="RequestBackground"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
    <arg type="o" direction="out"/></method></interface></node>'''
    code, background, autostart, log = int(sys.argv[1]), sys.argv[2] == "1", sys.argv[3] == "1", sys.argv[4]
    loop = GLib.MainLoop()
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    def called(bus, sender, path, interface, method, arguments, invocation):
        parent, options = arguments.unpack()
        open(log, "w").write(json.dumps(options, sort_keys=True))
        handle = f"/org/freedesktop/portal/desktop/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        invocation.return_value(GLib.Variant("(o)", (handle,)))
        results = {"background": GLib.Variant("b", background), "autostart": GLib.Variant("b", autostart)}
        bus.emit_signal(sender, handle, "org.freedesktop.portal.Request", "Response",
                        GLib.Variant("(ua{sv})", (code, results)))
        bus.flush_sync()
        loop.quit()
    bus.register_object("/org/freedesktop/portal/desktop", Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called)
    Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", 0, lambda *_: print("ready", flush=True), None)
    loop.run()
    """

  private let folder = NSTemporaryDirectory() + "optimist-portal-" + UUID().uuidString
  private var options: String { folder + "/options" }

  override func setUpWithError() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDown() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts the portal and waits until it is on the bus.
  private func play(_ code: Int, background: Bool, autostart: Bool) throws -> Process {
    let portal = Process()
    portal.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    portal.arguments = [
      "-c", Self.portal, String(code), background ? "1" : "0", autostart ? "1" : "0", options,
    ]
    let output = Pipe()
    portal.standardOutput = output
    try portal.run()
    guard !output.fileHandleForReading.availableData.isEmpty else {
      portal.waitUntilExit()
      throw XCTSkip("Python or its GObject bindings are missing, or there is no session bus")
    }
    return portal
  }

  @MainActor
  private static func outcome(of login: LoginStart, _ isOn: Bool = true) -> LoginStart.Outcome? {
    var outcome: LoginStart.Outcome?
    Task { outcome = await login.set(isOn) }
    XCTAssertTrue(pump(until: { outcome != nil }))
    return outcome
  }

  @MainActor
  private static func login(in folder: String) -> LoginStart {
    let settings = Settings(
      schema: "none", directory: DataDirectory(override: "/", executable: ""))
    let entry = AutostartEntry(path: folder + "/entry.desktop", program: "/app/bin/optimist")
    return LoginStart(settings: settings, entry: entry, isSandboxed: true)
  }

  func testWhatIsGrantedIsOnAndStartsWithoutAWindow() throws {
    let portal = try play(0, background: true, autostart: true)
    defer { portal.waitUntilExit() }
    try onMainActor { [folder] in
      let login = Self.login(in: folder)
      XCTAssertEqual(Self.outcome(of: login), .done)
      XCTAssertTrue(login.isOn)
      let sent = try XCTUnwrap(TextFile.read(folder + "/options"))
      XCTAssertTrue(sent.contains(#""autostart": true"#), sent)
      XCTAssertTrue(sent.contains(#""commandline": ["optimist", "--gapplication-service"]"#), sent)
    }
  }

  func testWhatIsRefusedIsOff() throws {
    for (code, background, autostart) in [(1, false, false), (0, false, true), (0, true, false)] {
      let portal = try play(code, background: background, autostart: autostart)
      defer { portal.waitUntilExit() }
      onMainActor { [folder] in
        let login = Self.login(in: folder)
        XCTAssertEqual(Self.outcome(of: login), .refused, "\((code, background, autostart))")
        XCTAssertFalse(login.isOn)
      }
    }
  }

  /// Whoever turns it off is not told that it is not allowed.
  func testWhatWasForbiddenSinceCanBeTurnedOff() throws {
    let portal = try play(0, background: false, autostart: false)
    defer { portal.waitUntilExit() }
    onMainActor { [folder] in
      let login = Self.login(in: folder)
      XCTAssertEqual(Self.outcome(of: login, false), .done)
      XCTAssertFalse(login.isOn)
    }
  }

  func testWithoutAPortalTheReasonIsSaid() {
    onMainActor { [folder] in
      let login = Self.login(in: folder)
      guard case .failed(let problem) = Self.outcome(of: login) else {
        return XCTFail("no failure")
      }
      XCTAssertFalse(problem.isEmpty)
      XCTAssertFalse(login.isOn)
    }
  }
}
