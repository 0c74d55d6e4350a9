import Basics
import CAdwaita
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class AboutTests: XCTestCase {
  private static let info = AboutInfo(version: "1.2.3", engine: "3.40")

  func testNotesOfTheNewestReleaseAreFound() {
    let metainfo = """
      <component><description><p>All</p></description><releases><release version="2">
      <description translate="no"><p>New</p></description></release>
      <release version="1"><description><p>Old</p></description></release></releases></component>
      """
    XCTAssertEqual(AboutInfo.releaseNotes(metainfo: metainfo), "<p>New</p>")
    XCTAssertNil(AboutInfo.releaseNotes(metainfo: ""))
    XCTAssertNil(AboutInfo.releaseNotes(metainfo: "<releases></releases>"))
    XCTAssertNil(
      AboutInfo.releaseNotes(
        metainfo: "<releases><description><p xml:lang=\"ko\">x</p></description></releases>"))
  }

  func testDebugInfoTellsVersionsAndNobodysName() {
    let text = Self.info.debugInfo(
      toolkit: [("GTK", "4.8.3")],
      environment: ["XDG_SESSION_TYPE": "wayland", "USER": "ann", "HOME": "/home/ann"],
      sandbox: "[Application]\nname=x\nruntime=runtime/org.gnome.Platform/x86_64/48\n")
    XCTAssertEqual(
      text,
      """
      Optimist 1.2.3
      GTK 4.8.3
      SQLite 3.40
      XDG_SESSION_TYPE: wayland
      Runtime: runtime/org.gnome.Platform/x86_64/48
      """)
  }

  func testWindowIsFreed() throws {
    try withDisplay {
      let parent: Widget = gtk_window_new()
      gtk_window_present(cast(parent))
      defer { gtk_window_destroy(cast(parent)) }
      let about = AboutView.present(Self.info, over: parent)
      let reference = WeakReference(about)
      paint(about)
      XCTAssertTrue(WidgetTree.all(about).compactMap(WidgetTree.text).contains("1.2.3"))
      optimist_about_close(about)
      pump(until: { reference.pointer == nil })
      XCTAssertNil(reference.pointer)
    }
  }
}
