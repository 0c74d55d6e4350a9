import Basics
import TestSupport
import XCTest

@testable import Core

final class StoredTextTests: XCTestCase {
  private func texts() -> [String] {
    var chances = SeededChances(seed: 1)
    return OddTexts.all + (0..<500).map { _ in OddTexts.random(using: &chances) } + [""]
  }

  func testWhatIsStoredComesBack() {
    for text in texts() {
      let stored = StoredText.encode(text)
      XCTAssertFalse(stored.utf8.contains(0))
      XCTAssertTrue(StoredText.decode(stored).isExactly(text), text.debugDescription)
    }
  }

  func testTheOrderAndTheJoinsStayRight() {
    let texts = texts()
    for (a, b) in zip(texts, texts.dropFirst().reversed()) {
      XCTAssertEqual(
        StoredText.encode(a).precedesExactly(StoredText.encode(b)), a.precedesExactly(b))
      XCTAssertTrue(
        (StoredText.encode(a) + StoredText.encode(b)).isExactly(StoredText.encode(a + b)))
    }
  }

  func testWhatWasNotStoredSoIsLeftAlone() {
    for text in ["\u{1}x", "a\u{1}", "\u{1}\u{1}", "plain"] {
      XCTAssertEqual(StoredText.decode(text), text)
    }
  }
}
