import XCTest

@testable import Core
@testable import Service

/// The notification of a reminder in a list of another person.
final class ReaderNoticeTests: XCTestCase {
  @MainActor
  func testWhoMayOnlyReadCanSnoozeAndNotMarkAsDone() async throws {
    for role in [ListRole.reader, .writer] {
      let bench = try SceneBench()
      let ann = try await bench.connect()
      let club = try await bench.join(
        "club", named: "Club", of: "bob", as: role, ann, todos: ["milk"])
      let share = try XCTUnwrap(club.account)
      let stored = try await bench.store.todo(TodoID(rawValue: "club-0"))
      var milk = try XCTUnwrap(stored)
      milk.due = CalendarTime(bench.time.now(), zone: .utc)
      try await bench.store.apply(
        [
          RemoteRecord(
            key: milk.key, state: .live(milk.fields), version: RecordVersion(tag: "v2"))
        ], from: share)
      let ringing = try await bench.store.ring(by: .standard).ringing
      let notice = ReminderNotice(try XCTUnwrap(ringing.first), today: SceneBench.monday)
      XCTAssertEqual(notice.reminder, ringing.first?.id)
      XCTAssertEqual(notice.offersDone, role == .writer)
    }
  }
}
