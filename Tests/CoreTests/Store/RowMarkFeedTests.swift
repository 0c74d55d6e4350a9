import Basics
import XCTest

@testable import Core

/// A mark changes without its row: pages are told all the same.
final class RowMarkFeedTests: XCTestCase {
  private typealias Step = (Bench, AccountID, Todo) async throws -> Void

  /// What pages have been told is what they would read, after each step.
  private func follow(_ prepare: Step, _ steps: [(name: String, run: Step)]) async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await prepare(bench, account, todo)
    let scope = TodoScope.list(todo.listID)
    let feed = FeedLog(bench.store.todos(in: scope))
    let hasStarted = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    for (index, (name, run)) in steps.enumerated() {
      try await run(bench, account, todo)
      // One more commit, which is told in any case.
      let last = try await bench.add("step \(index)", to: todo.listID)
      let isTold = await feed.wait { PageModel(scope, $0.items).open[last.id] != nil }
      XCTAssertTrue(isTold, name)
      let stored = try await bench.store.sections(of: scope)
      let model = PageModel(scope, feed.state.items)
      XCTAssertEqual(model.sections, stored, name)
      XCTAssertEqual(model.misfits, 0, name)
    }
  }

  func testPagesAreToldOfWhatIsNewFromAServer() async throws {
    let alarm = Alarm(at: Timestamp(milliseconds: 1_800_000_000_000), zone: "Asia/Seoul")
    let fields: [RecordFields] = [
      ["content": .string("a")], ["priority": .integer(1)],
      ["due": .time(CalendarTime(day: .first))],
      ["reminders": .set([ExactText(Reminder(alarm).text)])], ["tags": .set(["home"])],
      ["assignee": .string("somebody")],
    ]
    try await follow(
      { _, _, _ in },
      fields.enumerated().map { number, other in
        (
          "\(other)",
          { bench, account, todo in
            try await bench.store.apply(
              [.live(.todo("new \(number)"), todo.fields.changing(other))], from: account)
          }
        )
      })
  }

  func testPagesAreToldWhenARecordIsReadWhileItIsOnItsWay() async throws {
    let states: [(String, (Todo) -> RemoteRecord)] = [
      ("live", { .live($0.key, $0.fields.changing(["notes": .string("n")])) }),
      ("the same", { .live($0.key, $0.fields) }), ("deleted", { .tombstone($0.key) }),
      ("absent", { .absent($0.key) }), ("unreadable", { .unreadable($0.key) }),
    ]
    for (name, state) in states {
      try await follow(
        { bench, account, todo in
          try await bench.store.setStarred(todo.id, true)
          _ = try await bench.store.beginPush(todo.key, of: account)
        },
        [
          (
            name,
            { bench, account, todo in try await bench.store.apply([state(todo)], from: account) }
          ),
          (
            "\(name), edited",
            { bench, account, todo in try await bench.store.setStarred(todo.id, false) }
          ),
          (
            "\(name), sent",
            { bench, account, todo in
              _ = try await bench.store.beginPush([todo.key], of: account)
            }
          ),
          (
            "\(name), acknowledged",
            { bench, account, todo in try await bench.store.acknowledgeAll(of: account) }
          ),
        ])
    }
  }

  func testPagesAreToldThatALostRecordIsSentAgain() async throws {
    try await follow(
      { _, _, _ in },
      [
        (
          "absent",
          { bench, account, todo in try await bench.store.apply([.absent(todo.key)], from: account)
          }
        ),
        (
          "acknowledged",
          { bench, account, todo in try await bench.store.acknowledgeAll(of: account) }
        ),
      ])
  }

  func testPagesAreToldOfWhatIsGivenUp() async throws {
    try await follow(
      { bench, account, todo in
        try await bench.store.setStarred(todo.id, true)
        _ = try await bench.store.beginPush(todo.key, of: account)
      },
      [
        (
          "discarded",
          { bench, account, todo in
            try await bench.store.discard(
              todo.key, of: account, restoring: .live(todo.key, todo.fields, 1))
          }
        ),
        ("edited", { bench, account, todo in try await bench.store.setStarred(todo.id, true) }),
        (
          "all discarded", { bench, account, todo in try await bench.store.discardAll(of: account) }
        ),
      ])
  }

  /// At the start of a run nobody has read anything yet, but a page may be faster.
  func testPagesAreToldThatNothingIsOnItsWayAnyMore() async throws {
    try await follow(
      { bench, account, todo in
        try await bench.store.setStarred(todo.id, true)
        _ = try await bench.store.beginPush(todo.key, of: account)
      },
      [
        ("held", { bench, account, _ in _ = try await bench.store.holdUnsentChanges(of: account) }),
        (
          "released",
          { bench, account, todo in try await bench.store.releaseUnsentChanges(of: account) }
        ),
      ])
  }
}
