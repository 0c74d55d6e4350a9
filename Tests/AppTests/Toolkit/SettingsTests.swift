import CGtk
import Glibc
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SettingsTests: XCTestCase {
  static let schema = """
    <schemalist><schema id="optimist.test" path="/optimist/test/">
      <key name="window-width" type="i"><default>800</default></key>
      <key name="window-height" type="i"><default>600</default></key>
      <key name="window-maximized" type="b"><default>false</default></key>
      <key name="last-scope" type="s"><default>"today"</default></key>
      <key name="save-unsent-changes" type="b"><default>false</default></key>
      <key name="color-scheme" type="s"><default>"system"</default></key>
      <key name="reminder-time" type="i"><default>540</default></key>
      <key name="due-times-ring" type="b"><default>true</default></key>
      <key name="snooze-length" type="s"><default>""</default></key>
      <key name="starts-at-login" type="b"><default>false</default></key>
      <key name="asked-to-start-at-login" type="b"><default>false</default></key>
      <key name="collapsed-todos" type="as"><default>[]</default></key>
      <key name="understand-typing" type="b"><default>true</default></key>
    </schema></schemalist>
    """

  /// A data directory with a compiled schema; nil without the compiler.
  static func dataDirectory(_ schema: String) throws -> DataDirectory {
    let path = NSTemporaryDirectory() + "/optimist-settings-\(UUID().uuidString)"
    let data = DataDirectory(override: path, executable: "/usr/bin/optimist")
    try FileManager.default.createDirectory(
      atPath: data.schemas, withIntermediateDirectories: true)
    try schema.write(
      toFile: data.schemas + "/test.gschema.xml", atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/glib-compile-schemas")
    compiler.arguments = [data.schemas]
    do { try compiler.run() } catch { throw XCTSkip("no glib-compile-schemas") }
    compiler.waitUntilExit()
    return data
  }

  func testMissingSchemaFallsBackToTheProcess() {
    onMainActor {
      let settings = Settings(
        schema: "no.such.schema", directory: DataDirectory(override: "/none", executable: ""))
      XCTAssertFalse(settings.isPersistent)
      XCTAssertGreaterThan(settings.windowWidth, 0)
      settings.windowWidth = 777
      settings.isWindowMaximized = true
      settings.lastScope = "inbox"
      XCTAssertEqual(settings.windowWidth, 777)
      XCTAssertTrue(settings.isWindowMaximized)
      XCTAssertEqual(settings.lastScope, "inbox")
    }
  }

  func testIncompleteSchemaFallsBackToo() throws {
    let incomplete = Self.schema.replacingOccurrences(of: "window-height", with: "other")
    let mistyped = Self.schema.replacingOccurrences(
      of: "\"window-width\" type=\"i\"", with: "\"window-width\" type=\"u\"")
    for schema in [incomplete, mistyped] {
      let data = try Self.dataDirectory(schema)
      defer { try? FileManager.default.removeItem(atPath: data.path) }
      onMainActor {
        XCTAssertFalse(Settings(schema: "optimist.test", directory: data).isPersistent)
      }
    }
  }

  func testValuesAreKeptByGSettings() throws {
    let data = try Self.dataDirectory(Self.schema)
    defer { try? FileManager.default.removeItem(atPath: data.path) }
    try XCTSkipUnless(
      ProcessInfo.processInfo.environment["GSETTINGS_BACKEND"] == "memory",
      "only with GSETTINGS_BACKEND=memory")
    onMainActor {
      let settings = Settings(schema: "optimist.test", directory: data)
      XCTAssertTrue(settings.isPersistent)
      XCTAssertEqual(settings.windowWidth, 800)
      XCTAssertEqual(settings.lastScope, "today")
      settings.windowHeight = 555
      settings.isWindowMaximized = true
      settings.lastScope = "할 일"
      let again = Settings(schema: "optimist.test", directory: data)
      XCTAssertEqual(again.windowHeight, 555)
      XCTAssertTrue(again.isWindowMaximized)
      XCTAssertEqual(again.lastScope, "할 일")
    }
  }
}
