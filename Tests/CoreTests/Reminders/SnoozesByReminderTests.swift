import Basics
import TestSupport
import XCTest

@testable import Core

/// Snoozes of which there are as many as a set holds: whoever writes in a list can write them.
final class SnoozesByReminderTests: XCTestCase {
  private func moment(_ number: Int) -> Timestamp {
    Timestamp(milliseconds: 1_800_000_000_000 + Int64(number) * 60_000)
  }

  private func todo(reminders: Int, snoozes: Int, of user: String) -> Todo {
    func reminder(_ number: Int) -> Reminder {
      Reminder(Alarm(at: moment(number), zone: "UTC"))
    }
    return Todo(
      id: TodoID(rawValue: "milk"), listID: ListID(rawValue: "home"), content: "Milk",
      reminders: Set((0..<reminders).map(reminder)),
      snoozes: Set(
        (0..<snoozes).map { Snooze(until: moment($0 + 1), user: user, reminder: reminder($0)) }),
      position: "a", createdAt: moment(0), modifiedAt: moment(0))
  }

  /// Twenty times as many reminders cost as much more only where each of them reads all snoozes.
  func testEachSnoozeIsReadOnce() throws {
    let (few, many) = (
      todo(reminders: 25, snoozes: 500, of: "ann"), todo(reminders: 500, snoozes: 500, of: "ann")
    )
    XCTAssertEqual(few.ringings(for: "ann").count, 50)
    XCTAssertEqual(many.ringings(for: "ann").count, 1000)
    let least = processorTime { _ = few.ringings(for: "ann") }
    let most = processorTime { _ = many.ringings(for: "ann") }
    XCTAssertLessThan(most, least * 8)
  }

  func testSoItIsWhereAllOfThemArePutOff() throws {
    let rules = RingingRules(
      zone: .utc, timeOfDays: TimeOfDay(secondsOfDay: 9 * 3600), dueTimesRing: true)
    func putOff(_ todo: Todo) -> Todo {
      var todo = todo
      todo.snooze(
        rung: [], until: moment(1000), for: "ann", at: moment(0), zone: "UTC", rules)
      return todo
    }
    let (few, many) = (
      todo(reminders: 25, snoozes: 25, of: "ann"), todo(reminders: 500, snoozes: 500, of: "ann")
    )
    let later = putOff(many)
    XCTAssertEqual(later.snoozes.count, 500)
    XCTAssertEqual(Set(later.snoozes.map(\.until)), [moment(1000)])
    XCTAssertEqual(later.reminders, many.reminders)
    // Twenty times as many of both: not four hundred times the work.
    let least = processorTime { _ = putOff(few) }
    let most = processorTime { _ = putOff(many) }
    XCTAssertLessThan(most, least * 100)
  }

  func testAllOfThemGetAnotherName() {
    func renamed(_ todo: Todo) -> Todo {
      var todo = todo
      todo.renameSnoozes(of: "ann", to: "bob")
      return todo
    }
    let (few, many) = (
      todo(reminders: 0, snoozes: 25, of: "ann"), todo(reminders: 0, snoozes: 500, of: "ann")
    )
    XCTAssertEqual(renamed(many), todo(reminders: 0, snoozes: 500, of: "bob"))
    let least = processorTime { _ = renamed(few) }
    let most = processorTime { _ = renamed(many) }
    XCTAssertLessThan(most, least * 100)
  }

  /// The latest counts, as it did before; what the other name had of the same reminder gives way, and nothing else does.
  func testWhatHasANameAlreadyGivesWay() {
    let (due, odd) = (Reminder.atDueTime, Reminder(text: "odd"))
    var snoozes: Set<Snooze> = [
      Snooze(until: moment(1), user: "", reminder: due),
      Snooze(until: moment(2), user: "", reminder: due),
      Snooze(until: moment(9), user: "ann", reminder: due),
      Snooze(until: moment(3), user: "ann", reminder: odd),
      Snooze(until: moment(4), user: "bob", reminder: due), Snooze(text: "never  DUE PT0S"),
      Snooze(text: "none"),
    ]
    snoozes.rename("", to: "ann")
    XCTAssertEqual(
      snoozes,
      [
        Snooze(until: moment(2), user: "ann", reminder: due),
        Snooze(until: moment(3), user: "ann", reminder: odd),
        Snooze(until: moment(4), user: "bob", reminder: due), Snooze(text: "never  DUE PT0S"),
        Snooze(text: "none"),
      ])
  }

  /// What is asked of one reminder is what all of them say of it, also where a text ends as another one does.
  func testOneReminderIsTheSameAloneAsAmongOthers() {
    let texts = [
      "DUE PT0S", "PT0S", "", "DUE -PT15M", "X DUE PT0S", "2027-01-15T08:00:00Z UTC", "e\u{301}",
      "\u{e9}", "\u{301}",
    ]
    var snoozes: Set<Snooze> = [Snooze(text: ""), Snooze(text: "odd"), Snooze(text: "a b")]
    for (number, text) in texts.enumerated() {
      for user in ["", "ann", "bob"] where number % 3 != user.utf8.count % 3 {
        snoozes.insert(
          Snooze(until: moment(number), user: user, reminder: Reminder(text: text)))
      }
    }
    let all = SnoozesByReminder(snoozes)
    for text in texts {
      let reminder = Reminder(text: text)
      let alone = SnoozesByReminder(snoozes, of: reminder)
      for user in ["", "ann", "bob"] {
        let own = snoozes.filter { $0.reminder == reminder && $0.user.isExactly(user) }
        XCTAssertEqual(all.end(of: reminder, for: user), own.compactMap(\.until).max(), text)
        XCTAssertEqual(alone.end(of: reminder, for: user), own.compactMap(\.until).max(), text)
        XCTAssertEqual(
          alone.isMadeByOthers(reminder, than: user), all.isMadeByOthers(reminder, than: user), text
        )
      }
    }
  }
}
