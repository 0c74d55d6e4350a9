import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class PersonIndexTests: XCTestCase {
  private let index = PersonIndex([
    Person(id: "1", username: "jgarcia", fullname: "José García"),
    Person(id: "2", username: "anna.smith", fullname: "Anna-Maria Smith"),
    Person(id: "3", username: "lukasz", fullname: "Łukasz Ødegård"),
    Person(id: "4", username: "minsu", fullname: "김민수"),
    Person(id: "5", username: "", fullname: ""),
  ])

  private func found(_ query: String, _ excluded: Set<ExactText> = []) -> [String] {
    index.search(query, excluding: excluded).map(\.id)
  }

  func testAccentsCaseAndOrderMakeNoDifference() {
    XCTAssertEqual(found("jose"), ["1"])
    XCTAssertEqual(found("GARCIA jos"), ["1"])
    XCTAssertEqual(found("Jose\u{301}"), ["1"])
    XCTAssertEqual(found("lukasz odegard"), ["3"])
    XCTAssertEqual(found("민수"), ["4"])
    XCTAssertEqual(found("anna smith"), ["2"])
    XCTAssertEqual(found("@anna.smith"), ["2"])
    XCTAssertEqual(found("jose smith"), [])
  }

  func testPeopleOfOneNameAreToldApart() {
    let index = PersonIndex([
      Person(id: "1", username: "ann", fullname: "Ann Lee"),
      Person(id: "2", username: "lee", fullname: "Ann Lee"),
      Person(id: "3", username: "ann", fullname: "Ann Lee"),
      Person(id: "4", username: "ann", fullname: "Ann Leé"),
      Person(id: "5", username: "", fullname: ""),
    ])
    let shown = ["1", "2", "3", "4", "5"].map { id in
      index.row(of: id).map { [$0.name, $0.username, $0.distinctName] } ?? []
    }
    XCTAssertEqual(
      shown,
      [
        ["Ann Lee", "@ann · 1", "Ann Lee (1)"], ["Ann Lee", "@lee", "Ann Lee (@lee)"],
        ["Ann Lee", "@ann · 3", "Ann Lee (3)"], ["Ann Leé", "@ann · 4", "Ann Leé (4)"],
        ["5", "", "5"],
      ])
  }

  func testPeopleWhoseNamesLookAlikeAreToldApart() {
    let index = PersonIndex([
      Person(id: "1", username: "ann", fullname: "Ann Lee"),
      Person(id: "2", username: "\u{430}nn", fullname: "\u{410}nn Lee"),
      Person(id: "3", username: "ann", fullname: "Ann\u{200D} Lee"),
    ])
    XCTAssertEqual(index.rows.count, 3)
    for row in index.rows {
      XCTAssertTrue(row.distinctName.hasSuffix(" (\(row.id))"), row.distinctName)
      XCTAssertTrue(row.username.hasSuffix(" · \(row.id)"), row.username)
    }
  }

  /// Nobody verifies whose address it is.
  func testAnAddressIsNobodysName() {
    for address in ["bob@firm.example", "bob\u{FF20}firm.example"] {
      let index = PersonIndex([
        Person(id: "1", username: "mallory", fullname: address),
        Person(id: "2", username: address, fullname: address),
      ])
      XCTAssertEqual(index.row(of: "1")?.name, "mallory")
      XCTAssertEqual(index.row(of: "2")?.name, "2")
      XCTAssertEqual(index.row(of: "2")?.username, "")
      XCTAssertEqual(index.search(address), [])
      let names = PersonNames(index.rows)
      XCTAssertFalse(index.rows.indices.contains { names.means(address, $0) })
    }
  }

  func testBlankFindsEverybodyInTheOrderOfNames() {
    XCTAssertEqual(found(" "), index.rows.map(\.id))
    XCTAssertEqual(found("").count, 5)
    XCTAssertEqual(Set(found("", ["1", "5"])), ["2", "3", "4"])
  }

  func testBeginningsComeFirst() {
    let index = PersonIndex([
      Person(id: "1", username: "x", fullname: "Anton Amar"),
      Person(id: "2", username: "y", fullname: "Zoe Mara"),
    ])
    XCTAssertEqual(index.search("mar").map(\.id), ["2", "1"])
  }

  func testSamePersonTwiceIsShownOnce() {
    let index = PersonIndex([
      .init(id: "1", username: "a", fullname: "A"),
      .init(id: "1", username: "b", fullname: "B"),
    ])
    XCTAssertEqual(index.rows.map(\.name), ["B"])
  }

  func testSearchAmongTenThousandFoldsNobodyAnew() {
    let people = (0..<10_000).map {
      Person(id: "u\($0)", username: "user\($0)", fullname: "Person Número \($0)")
    }
    let clock = ContinuousClock()
    var index = PersonIndex([])
    let making = clock.measure { index = PersonIndex(people) }
    var best = Duration.seconds(1)
    for _ in 0..<5 { best = min(best, clock.measure { _ = index.search("numero 99") }) }
    print("search among 10 000: \(best); making the index: \(making)")
    XCTAssertEqual(index.search("numero 9999").count, 1)
    // Making it folds every name; a search that did so too would cost as much.
    XCTAssertLessThan(best * 2, making)
  }
}
