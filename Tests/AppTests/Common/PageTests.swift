import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class PageTests: XCTestCase {
  func testPagesAreRemembered() {
    for page in [
      .important, .today, .list(ListID(rawValue: "a-b")), .list(ListID(rawValue: "")),
      .list(ListID(rawValue: "today")), .list(ListID(rawValue: "list:x")),
    ] as [Page] {
      XCTAssertEqual(Page(settingsValue: page.settingsValue), page)
    }
  }

  func testWhatIsNoPageIsForgotten() {
    for text in ["", "Today", "list", "todo:1", " important"] {
      XCTAssertNil(Page(settingsValue: text), text)
    }
  }
}
