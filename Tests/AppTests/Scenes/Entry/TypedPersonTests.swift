import Core
import XCTest

@testable import App
@testable import QuickAdd
@testable import Service

/// Who is meant by a name after an @ in an entry.
final class TypedPersonTests: XCTestCase {
  private static let account = AccountID(rawValue: "a")
  private static let vocabulary = EntryVocabulary(
    TypedNames(),
    PersonIndex([
      Person(id: "uid-ann", username: "annie", fullname: "Ann Lee"),
      Person(id: "uid-bob", username: "bob", fullname: "Bob"),
      Person(id: "uid-bob-2", username: "bobby", fullname: "Bob"),
      Person(id: "uid-zoe", username: "", fullname: "zoe"),
      Person(id: "uid-zoe-2", username: "", fullname: "Zoe"),
    ]).rows, now: Timestamp(milliseconds: 1_772_411_415_250))

  private func reading(_ text: String) throws -> EntryReading {
    try XCTUnwrap(
      EntryReading(
        text, Self.vocabulary, account: Self.account,
        now: Timestamp(milliseconds: 1_772_411_415_250)))
  }

  private func offers(_ text: String) -> [String] {
    Self.vocabulary.reader?.completion(text, at: text.utf8.count)?.offers.map(\.name) ?? []
  }

  func testTheWholeNameAndTheUserNameAreUnderstood() throws {
    for (typed, user, chip) in [
      ("@Ann Lee", "uid-ann", "@Ann Lee"), ("@annie", "uid-ann", "@Ann Lee"),
      ("@ANNIE", "uid-ann", "@Ann Lee"), ("@bobby", "uid-bob-2", "@Bob (@bobby)"),
      ("@Bob (@bobby)", "uid-bob-2", "@Bob (@bobby)"),
    ] {
      let reading = try reading("Bake cake \(typed) tomorrow")
      XCTAssertEqual(reading.person, user, typed)
      XCTAssertEqual(reading.reading.title, "Bake cake", typed)
      XCTAssertEqual(reading.chips.first?.text, chip, typed)
    }
  }

  func testANameOfSeveralPeopleIsText() throws {
    for typed in ["@zoe", "@Zoe", "@bob", "@annie2", "@nobody"] {
      let reading = try reading("Bake cake \(typed)")
      XCTAssertNil(reading.person, typed)
      XCTAssertEqual(reading.reading.title, "Bake cake \(typed)")
    }
  }

  func testEachPersonIsOfferedOnceByTheNameThatIsShown() {
    XCTAssertEqual(offers("Cake @ann"), ["Ann Lee"])
    XCTAssertEqual(offers("Cake @anni"), ["Ann Lee"])
    XCTAssertEqual(offers("Cake @annie"), [], "that is whole")
    XCTAssertEqual(offers("Cake @lee"), ["Ann Lee"])
    XCTAssertEqual(offers("Cake @bo"), ["Bob (@bob)", "Bob (@bobby)"])
    XCTAssertEqual(
      offers("Cake @z"), ["zoe (uid-zoe)", "Zoe (uid-zoe-2)"], "the names alone mean nobody")
  }
}
