import Basics
import Core
import Dates
import TestSupport

// Edits of a user who may only read another person's list.

extension SimulationRun {
  /// Each computer of such a user snoozes two of the list's to-dos, before it learns what the user's other computers did.
  func snoozeAsReader() async throws {
    guard let guest = try await invite(as: .reader), try await accept(guest) != nil else { return }
    _ = try await addTodo(to: guest.list, [guest.owner])
    let todos = records(of: guest.owner.user).filter {
      $0.key.kind == .todo && Cast.list(of: $0.key, $0.value)?.rawValue == guest.list.id
    }.keys.inOrder()
    await attempt(on: guest.owner) { store, records in
      for key in todos where records[key] != nil {
        try await store.edit(TodoID(rawValue: key.id)) {
          $0.reminders = [Reminder(text: "DUE PT0S")]
        }
      }
    }
    await syncCalmly(guest.owner)
    let readers = computers.filter {
      $0.user == guest.computer.user && !$0.isBusy && !$0.disk.isDead
    }
    for reader in readers { await syncCalmly(reader) }
    log.add("\(guest.computer.user) puts off what may only be read in \(guest.list.id)")
    var expected: Set<ReaderSnooze.Moment> = []
    for reader in readers {
      for key in todos { try await putOff(key, on: reader).map { _ = expected.insert($0) } }
    }
    for reader in readers + readers {
      guard await syncCalmly(reader), !reader.disk.isDead else { return }
    }
    let answer = RecordKey(
      kind: .consent,
      id: Consent.id(of: guest.owner.user, ListID(rawValue: guest.list.id)))
    let kept = records(of: guest.computer.user)[answer]?["snoozes"]?.members ?? []
    let lost = expected.subtracting(kept.compactMap { ReaderSnooze(text: $0.text).moment })
    trespasses += lost.map { "\($0.todo.rawValue) does not ring again at \($0.until)" }.inOrder()
    // On the wire, late writes are read only some minutes later.
    if isOnWire { return }
    var known: [Set<ExactText>] = []
    for reader in readers {
      known.append(
        try await reader.names("SELECT hex(snoozes) FROM consent WHERE id = '\(answer.id)'"))
    }
    if Set(known).count > 1 {
      trespasses.append("the computers of \(guest.computer.user) ring each at other times")
    }
  }

  /// - Returns: the expected moment; nil if nothing was snoozed.
  private func putOff(_ key: RecordKey, on reader: Computer) async throws -> ReaderSnooze.Moment? {
    let id = TodoID(rawValue: key.id)
    let minutes = Int64(1 + chances.number(0..<60))
    let moment = Timestamp(milliseconds: reader.clock.now().milliseconds + 60_000 * minutes)
    let rules = RingingRules(
      zone: .utc, timeOfDays: .midnight, dueTimesRing: true)
    var isPutOff = false
    await attempt(on: reader) { store, records in
      guard records[key] != nil else { return }
      try await store.snooze(id, until: moment, zone: "UTC", by: rules)
      isPutOff = true
    }
    return isPutOff ? ReaderSnooze.Moment(todo: id, until: moment) : nil
  }
}

extension ReaderSnooze {
  fileprivate struct Moment: Hashable {
    let todo: TodoID
    let until: Timestamp
  }

  fileprivate var moment: Moment? {
    todo.flatMap { todo in until.map { Moment(todo: todo, until: $0) } }
  }
}
