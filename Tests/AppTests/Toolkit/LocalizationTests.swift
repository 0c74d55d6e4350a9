import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class LocalizationTests: XCTestCase {
  func testArgumentsFillTheirPlaces() {
    XCTAssertEqual(tr("%s has %d of %.1f", "a", 2, 0.5), "a has 2 of 0.5")
    XCTAssertEqual(tr("%2$s before %1$s", "first", "second"), "second before first")
    XCTAssertEqual(tr("%2$d × %1$s", "label", 3), "3 × label")
    XCTAssertEqual(tr("%d", -7), "-7")
    XCTAssertEqual(tr("%ld", 5_000_000_000), "5000000000")
  }

  func testPercentSignIsLiteral() {
    XCTAssertEqual(tr("100 % sure, %s and all"), "100 % sure, %s and all")
    XCTAssertEqual(tr("%d %%", 50), "50 %")
    XCTAssertEqual(tr("“%s”", "%s %n 100%"), "“%s %n 100%”")
  }

  func testStringsOfAllScriptsAndLengthsSurvive() {
    XCTAssertEqual(tr("<%s>", ""), "<>")
    XCTAssertEqual(tr("<%s>", "할 일 ✓ 🧵"), "<할 일 ✓ 🧵>")
    let long = String(repeating: "길", count: 100_000)
    XCTAssertEqual(tr("%s%s", long, long), long + long)
  }

  func testPluralTakesItsForm() {
    XCTAssertEqual(ntr("%d task", "%d tasks", 1), "1 task")
    XCTAssertEqual(ntr("%d task", "%d tasks", 0), "0 tasks")
    XCTAssertEqual(ntr("%d task in %s", "%d tasks in %s", 2, "Home"), "2 tasks in Home")
  }

  func testContextIsNotShown() {
    XCTAssertEqual(trc("menu", "Open"), "Open")
    XCTAssertEqual(trc("menu", "Open %s", "a"), "Open a")
  }
}
