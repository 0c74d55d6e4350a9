import XCTest

@testable import App
@testable import Core

final class StoreRescueQuestionTests: XCTestCase {
  private static let backup = StoreBackup.Copy(
    path: "/x/optimist-1.sqlite", madeAt: Timestamp(milliseconds: 1_772_411_415_250))

  func testWhatMayPassCanBeTriedAgain() {
    for error in [
      .diskFull, .readOnly, .cannotOpen(detail: "14"), .busy, .tooNew(version: "9"),
      .inputOutput(detail: "10"),
    ] as [StoreError] {
      for backup in [nil, Self.backup] {
        let alert = StoreRescue.question(error, backup: backup)
        XCTAssertEqual(alert.body, ErrorText.reason(error))
        XCTAssertEqual(alert.responses.map(\.id), ["quit", "retry"])
        XCTAssertEqual(alert.defaultResponse, "retry")
        XCTAssertEqual(alert.closeResponse, "quit")
      }
    }
  }

  func testDamageWithABackupOffersIt() {
    let alert = StoreRescue.question(.damaged(detail: "11"), backup: Self.backup)
    XCTAssertEqual(alert.responses.map(\.id), ["quit", "startEmpty", "restore"])
    XCTAssertEqual(alert.responses.map(\.style), [.plain, .destructive, .suggested])
    XCTAssertEqual(alert.defaultResponse, "restore")
    XCTAssertEqual(alert.closeResponse, "quit")
    let date = DateText.long(milliseconds: Self.backup.madeAt.milliseconds)
    XCTAssertTrue(alert.body.contains("There is a backup from \(date)."))
    XCTAssertTrue(alert.body.contains("The damaged file is kept"))
  }

  func testDamageWithoutABackupSuggestsNothing() {
    let alert = StoreRescue.question(.damaged(detail: "11"), backup: nil)
    XCTAssertEqual(alert.responses.map(\.id), ["quit", "startEmpty"])
    XCTAssertEqual(alert.defaultResponse, "quit", "Return must not throw anything away")
    XCTAssertTrue(alert.body.contains("There is no backup."))
    XCTAssertTrue(alert.body.contains("The damaged file is kept"))
  }

  func testEveryResponseIsAnAnswer() {
    for error in [.busy, .damaged(detail: "")] as [StoreError] {
      for response in StoreRescue.question(error, backup: Self.backup).responses {
        XCTAssertNotNil(StoreRescue.Answer(rawValue: response.id))
      }
    }
  }
}
