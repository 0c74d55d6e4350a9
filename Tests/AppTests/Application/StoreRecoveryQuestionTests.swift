import XCTest

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

final class StoreRecoveryQuestionTests: XCTestCase {
  private static func backup(_ contents: StoreBackup.Contents, _ day: Int64 = 0)
    -> StoreRecovery.Backup
  {
    StoreRecovery.Backup(
      copy: StoreBackup.Copy(
        path: "/x/optimist-\(day).sqlite",
        madeAt: Timestamp(milliseconds: 1_772_411_415_250 - day * 86_400_000)), contents: contents)
  }

  private static let backup = backup(.sound(lists: 1, todos: 12))

  func testWhatMayPassCanBeTriedAgain() {
    for error in [
      .diskFull, .readOnly, .cannotOpen(detail: "14"), .busy, .tooNew(version: "9"),
      .inputOutput(detail: "10"),
    ] as [StoreError] {
      for backups in [[], [Self.backup]] {
        let alert = StoreRecovery.question(error, backups: backups)
        XCTAssertEqual(alert.body, ErrorText.reason(error))
        XCTAssertEqual(alert.responses.map(\.id), ["quit", "retry"])
        XCTAssertEqual(alert.defaultResponse, "retry")
        XCTAssertEqual(alert.closeResponse, "quit")
      }
    }
  }

  func testDamageWithABackupOffersIt() {
    let alert = StoreRecovery.question(.damaged(detail: "11"), backups: [Self.backup])
    XCTAssertEqual(alert.responses.map(\.id), ["quit", "startEmpty", "restore"])
    XCTAssertEqual(alert.responses.map(\.style), [.plain, .destructive, .suggested])
    XCTAssertEqual(alert.defaultResponse, "restore")
    XCTAssertEqual(alert.closeResponse, "quit")
    let date = DateText.medium(milliseconds: Self.backup.copy.madeAt.milliseconds)
    XCTAssertEqual(alert.choices, [.init(label: "\(date): 12 to-dos")])
    XCTAssertTrue(alert.body.contains("The damaged file is kept"))
  }

  func testDamageWithoutABackupSuggestsNothing() {
    let alert = StoreRecovery.question(.damaged(detail: "11"), backups: [])
    XCTAssertEqual(alert.responses.map(\.id), ["quit", "startEmpty"])
    XCTAssertEqual(alert.defaultResponse, "quit", "Return must not throw anything away")
    XCTAssertTrue(alert.body.contains("There is no backup."))
    XCTAssertTrue(alert.body.contains("The damaged file is kept"))
  }

  func testEveryResponseIsAnAnswer() {
    for error in [.busy, .damaged(detail: "")] as [StoreError] {
      for response in StoreRecovery.question(error, backups: [Self.backup]).responses {
        XCTAssertNotNil(StoreRecovery.Answer(rawValue: response.id))
      }
    }
  }

  func testEveryBackupIsOfferedAndDamagedOnesCannotBeChosen() {
    let backups = [
      Self.backup(.unusable), Self.backup(.sound(lists: 1, todos: 1), 1),
      Self.backup(.sound(lists: 0, todos: 0), 2),
    ]
    let alert = StoreRecovery.question(.damaged(detail: "11"), backups: backups)
    XCTAssertEqual(alert.choices.map(\.isEnabled), [false, true, true])
    let dates = backups.map { DateText.medium(milliseconds: $0.copy.madeAt.milliseconds) }
    XCTAssertEqual(
      alert.choices.map(\.label),
      ["\(dates[0]): damaged", "\(dates[1]): 1 to-do", "\(dates[2]): 0 to-dos"])
    XCTAssertEqual(alert.defaultResponse, "restore")
  }

  func testDamagedBackupsAreNoneToRestore() {
    let alert = StoreRecovery.question(.damaged(detail: "11"), backups: [Self.backup(.unusable)])
    XCTAssertEqual(alert.responses.map(\.id), ["quit", "startEmpty"])
    XCTAssertTrue(alert.body.contains("All backups are damaged, too."))
  }
}
