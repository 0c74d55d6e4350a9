import Basics
import XCTest

final class NamedValuesTests: XCTestCase {
  private let names = ["", "a", "ab", "b", "e\u{301}", "é", "listID", "우유", "a much longer name"]

  /// Whatever is done to both, they hold the same as a dictionary that compares names by their bytes.
  func testTheyHoldWhatADictionaryHolds() {
    for seed in 1...200 as ClosedRange<UInt64> {
      var chances = SeededChances(seed: seed)
      var values = NamedValues<Int>()
      var expected: [ExactText: Int] = [:]
      for _ in 0..<30 {
        let name = names.randomElement(using: &chances) ?? ""
        let value = Int.random(in: -3...9, using: &chances)
        values[name] = value < 0 ? nil : value
        expected[ExactText(name)] = value < 0 ? nil : value
        XCTAssertEqual(values.count, expected.count, "seed \(seed)")
        for name in names { XCTAssertEqual(values[name], expected[ExactText(name)], name) }
      }
      let isAscending = zip(values.keys, values.keys.dropFirst()).allSatisfy {
        $0.precedesExactly($1)
      }
      XCTAssertTrue(isAscending, "seed \(seed): \(values.keys)")
      let shuffled = NamedValues(
        uniqueKeysWithValues: values.shuffled(using: &chances).map { ($0.key, $0.value) })
      XCTAssertEqual(shuffled, values, "seed \(seed)")
      XCTAssertEqual(shuffled.hashValue, values.hashValue, "seed \(seed)")
    }
  }

  func testOfTwoValuesWithOneNameTheLastOneCounts() {
    let values: NamedValues = ["b": 1, "a": 2, "b": 3, "a": 4]
    XCTAssertEqual(values.keys, ["a", "b"])
    XCTAssertEqual(values.values, [4, 3])
  }

  func testNamesAreComparedByTheirBytes() {
    let values: NamedValues = ["e\u{301}": 1, "é": 2]
    XCTAssertEqual(values.count, 2)
    XCTAssertEqual([values["e\u{301}"], values["é"]], [1, 2])
    XCTAssertNotEqual(NamedValues(dictionaryLiteral: ("é", 1)), ["e\u{301}": 1])
  }

  func testOnlyWhatComesAfterTheOthersIsAppended() {
    var values: NamedValues = ["b": 1]
    XCTAssertFalse(values.append("a", 2))
    XCTAssertFalse(values.append("b", 2))
    XCTAssertTrue(values.append("c", 2))
    XCTAssertEqual(values, ["b": 1, "c": 2])
  }

  func testJoiningAsksWhichValueCounts() {
    let values: NamedValues = ["a": 1, "c": 3]
    XCTAssertEqual(values.merging(["b": 2, "c": 4]) { $1 }, ["a": 1, "b": 2, "c": 4])
    XCTAssertEqual(values.merging(["b": 2, "c": 4]) { old, _ in old }, ["a": 1, "b": 2, "c": 3])
    XCTAssertEqual(values.filter { $0.value > 1 }, ["c": 3])
  }
}
