import Core
import XCTest

@testable import App

final class ListColourTests: XCTestCase {
  func testEveryNameThatIsStoredHasAColour() {
    XCTAssertEqual(ListColour.allCases.map(\.rawValue), ListAppearanceRules.colours)
    for name in ListAppearanceRules.colours {
      XCTAssertEqual(ListColour(stored: name)?.rawValue, name)
    }
  }

  func testOtherColoursAreShownByTheNearest() {
    for (stored, wanted) in [
      ("#3584e4", ListColour.blue), ("#000080", .blue), ("#99c1f1", .blue), ("#2ec27e", .green),
      ("#00FF00", .green), ("#f6d32d", .yellow), ("#ff7800", .orange), ("#e01b24", .red),
      ("#ff0000", .red), ("#ffc0cb", .red), ("#9141ac", .purple), ("#ff00ff", .purple),
      ("#63452c", .brown), ("#865e3c", .brown), ("#000000", .grey), ("#ffffff", .grey),
    ] {
      XCTAssertEqual(ListColour(stored: stored), wanted, stored)
    }
    for text in ["", "mauve", "#12345", "#12345g", "blue ", "url(x)", "#1234567"] {
      XCTAssertNil(ListColour(stored: text), text)
    }
  }

  func testWhatIsNoEmojiIsNotShown() {
    var list = TodoList(
      id: ListID(rawValue: "l"), account: nil, name: "Home", position: "a",
      createdAt: TodoList.never, modifiedAt: TodoList.never)
    for (stored, shown) in [("🏠", "🏠"), ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"), ("<b>", nil), ("long text", nil), ("", nil)]
      as [(String, String?)]
    {
      list.emoji = stored
      XCTAssertEqual(ListAppearance(list).emoji, shown)
    }
  }
}
