import Core
import Sync
import TestSupport

// The edits of another program on the server, losses on the server, and the questions about missing to-dos.

extension CalDAVRun {
  /// Creates the server's contents before any computer connects.
  func beginServer() {
    for number in 0..<(1 + chances.number(0..<2)) {
      server.set("cal-\(number)", name: "calendar \(number)")
      let count = chances.happens(30) ? 12 : chances.number(0..<4)
      for _ in 0..<count { addTodo(to: "cal-\(number)") }
    }
  }

  func addTodo(to collection: String) {
    counter += 1
    let uid = "other-\(counter)"
    let title = unique("theirs")
    var lines = CalendarLines(
      uid: uid,
      [
        "X-OTHER-\(counter);X-P=\"a;b\":one, two\\; " + String(repeating: "é", count: 60),
        "BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT5M", "X-OTHER-ALARM:\(counter)", "END:VALARM",
      ])
    lines["SUMMARY"] = title
    server.put(lines.text(), uid + ".ics", in: collection)
    ledger.note(
      Self.key(uid), before: nil, after: ["content": .string(title)], by: "another program")
  }

  func anotherProgramWrites() async throws {
    let present = readable
    let names = server.collections.keys.sorted()
    if perhapsAddRubbish(to: names) { return }
    let choice = chances.number(0..<26)
    guard let collection = chances.pick(names) else {
      counter += 1
      return server.set("cal-\(counter)", name: unique("calendar"))
    }
    guard choice > 4, let found = chances.pick(present) else { return addTodo(to: collection) }
    let key = Self.key(found.resource.uid)
    log.add("another program \(choice) \(found.collection)/\(found.name) \(collection)")
    var lines = found.resource.lines
    switch choice {
    case 5..<13: setText(of: key, &lines)
    case 13, 14:
      counter += 1
      lines["X-OTHER-NEW"] = "\(counter)"
    case 15:
      lines["STATUS"] = "COMPLETED"
      lines["COMPLETED"] = "20260401T120000Z"
    case 16, 17: return try await deleteTodo(found.name, in: found.collection)
    case 18, 19: return move(found.name, from: found.collection, to: collection)
    case 20: return setName(of: collection)
    case 24, 25: return lock(collection)
    default: return try await changeCalendars(collection, choice)
    }
    gone.remove(key)
    server.put(lines.text(), found.name, in: found.collection)
  }

  private func setText(of key: RecordKey, _ lines: inout CalendarLines) {
    let property = chances.happens(50) ? "SUMMARY" : "DESCRIPTION"
    let field = property == "SUMMARY" ? "content" : "notes"
    let (old, new) = (lines[property], unique("theirs"))
    lines[property] = new
    ledger.note(
      key, before: old.map { [field: .string($0)] } ?? [:], after: [field: .string(new)],
      by: "another program")
  }

  /// Another program changes a resource while a computer is writing it, before or after the server receives that write.
  func anotherProgramEdits(_ url: String) {
    guard
      let found = server.resources.first(where: { url.hasSuffix("/\($0.collection)/\($0.name)") })
    else { return }
    log.add("another program writes \(found.name) as well")
    var lines = found.resource.lines
    setText(of: Self.key(found.resource.uid), &lines)
    gone.remove(Self.key(found.resource.uid))
    server.put(lines.text(), found.name, in: found.collection)
  }

  private func deleteTodo(_ name: String, in collection: String) async throws {
    guard let resource = server.collections[collection]?.resources[name] else { return }
    let key = Self.key(resource.uid)
    ledger.note(key, before: Self.fields(resource), after: nil, by: "another program")
    gone.remove(key)
    try await noteDeleted(key, by: nil)
    server.remove(name, in: collection)
  }

  func move(_ name: String, from old: String, to new: String) {
    guard old != new, let resource = server.collections[old]?.resources[name],
      server.collections[new]?.resources.values.contains(where: { $0.uid == resource.uid }) == false
    else { return }
    server.remove(name, in: old)
    server.put(resource.text, nameAfterMove(of: name), in: new)
    gone.remove(Self.key(resource.uid))
  }

  private func nameAfterMove(of name: String) -> String {
    guard rubbish[name] == nil, let renameChances, renameChances.happens(50) else { return name }
    counter += 1
    return "moved-\(counter).ics"
  }

  private func setName(of collection: String) {
    guard let present = server.collections[collection] else { return }
    giveUpName(present.name, of: collection)
    server.set(collection, name: unique("calendar"))
  }

  /// The owner of a shared calendar makes it read-only for the user, or writable again.
  private func lock(_ collection: String) {
    let isLocked = server.collections[collection]?.isReadOnly == true
    log.add("\(collection) can be \(isLocked ? "written to again" : "read only")")
    server.setReadOnly(collection, !isLocked)
  }

  private func changeCalendars(_ collection: String, _ choice: Int) async throws {
    counter += 1
    guard let present = server.collections[collection] else { return }
    let resources = present.resources.sorted { $0.key < $1.key }
    switch choice {
    case 21: server.set("cal-\(counter)", name: unique("calendar"))
    case 22:
      // Most to-dos of the calendar, or all of them together with the calendar.
      let isAll = chances.happens(30)
      for (name, _) in resources where isAll || chances.happens(80) {
        try await deleteTodo(name, in: collection)
      }
      if isAll {
        giveUpName(present.name, of: collection)
        server.remove(collection)
      }
    default:
      giveUpName(present.name, of: collection)
      for (_, resource) in resources { gone.remove(Self.key(resource.uid)) }
      server.rename(collection, to: "cal-\(counter)")
    }
  }

  // MARK: Losses

  /// The fields with values that the ledger tracks.
  static func fields(_ resource: SimulatedCalDAV.Resource) -> RecordFields {
    var fields: RecordFields = [:]
    fields["content"] = resource.lines["SUMMARY"].map(FieldValue.string)
    fields["notes"] = resource.lines["DESCRIPTION"].map(FieldValue.string)
    return fields
  }

  /// The server has lost a resource that it had accepted.
  func giveUp(_ resource: SimulatedCalDAV.Resource) {
    for (field, value) in Self.fields(resource) {
      ledger.giveUp(value, at: .init(key: Self.key(resource.uid), field: field))
    }
  }

  func giveUpName(_ name: String, of collection: String) {
    let list =
      lists[SimulatedCalDAV.home + collection + "/"] ?? RecordKey(kind: .list, id: collection)
    ledger.giveUp(.string(name), at: .init(key: list, field: "name"))
  }

  /// The server is restored from its last backup.
  func restoreServer() async throws {
    guard let backup else { return }
    log.add("the server is restored")
    for (name, present) in server.collections {
      giveUpName(present.name, of: name)
      for resource in present.resources.values {
        giveUp(resource)
        gone.remove(Self.key(resource.uid))
      }
    }
    for (name, collection) in backup {
      if server.collections[name]?.name != collection.name {
        restored.insert(.string(collection.name))
      }
      for (resourceName, resource) in collection.resources {
        gone.remove(Self.key(resource.uid))
        if server.collections[name]?.resources[resourceName] != resource {
          restored.formUnion(Self.fields(resource).values)
        }
      }
    }
    server.restore(backup)
  }

  // MARK: Missing to-dos

  /// The to-dos that the server has according to a computer's database, by folder, each with its list on the computer;
  /// nil if the to-do is no longer on the computer.
  func knownTodos(of computer: CalDAVComputer) async throws -> [String: [String: String?]] {
    let present = try await computer.store.allRecords()
    var known: [String: [String: String?]] = [:]
    for found in try await computer.store.column(
      "SELECT path || char(10) || record FROM remoteResource WHERE kind = 'todo'")
    {
      let parts = found.split(separator: "\n", maxSplits: 1).map(String.init)
      let folder = parts[0].split(separator: "/").dropLast().joined(separator: "/")
      var list: String?
      if case .string(let id)? = present[Self.key(parts[1])]?["listID"] { list = id }
      known[folder, default: [:]][parts[1]] = .some(list)
    }
    return known
  }

  /// Examines a request that creates a resource. It may contain values that have been replaced, if its computer did not
  /// know of that when it sent a lost to-do again. A computer that creates a list again may not know the list's latest
  /// name.
  func noteMadeAnew(_ path: String, _ request: HTTPRequest, _ answer: HTTPResponse) {
    if request.method == .makeCalendar, answer.status == 201,
      let name = path.split(separator: "/").last
    {
      let key = RecordKey(kind: .list, id: String(name))
      for computer in computers { restored.formUnion(ledger.values(of: key, by: computer.name)) }
    }
    guard request.method == .put, request.headers["If-None-Match"] != nil, answer.status == 201,
      let made = readable.first(where: {
        path == SimulatedCalDAV.home + $0.collection + "/" + $0.name
      })
    else { return }
    let key = Self.key(made.resource.uid)
    for (field, value) in Self.fields(made.resource)
    where ledger.isReplaced(value, at: .init(key: key, field: field)) {
      restored.insert(value)
    }
  }

  /// The user answers the question about missing to-dos: removes them here, or keeps them.
  func answer(_ held: HeldDeletions, on computer: CalDAVComputer, isKeeping: Bool = true) async {
    let isKept = isKeeping && chances.happens(40)
    log.add("\(computer.name) \(isKept ? "keeps" : "lets go") \(held.list.rawValue)")
    if isKept {
      // The to-dos come back, whoever has deleted them.
      for record in held.records { gone.remove(record.key) }
      let present = (try? await computer.store.allRecords()) ?? [:]
      for (key, fields) in present where fields["listID"] == .string(held.list.rawValue) {
        gone.remove(key)
      }
    } else {
      confirmed[computer.name, default: []].insert(held.list)
    }
    try? await computer.store.answer(
      isKept ? .keep : .remove, forMissingIn: held.list, of: computer.account.id)
  }

  /// Checks that no computer deletes more than half of a list of ten or more to-dos without asking the user.
  ///
  /// The size of the list is that at the time of reading: with to-dos sent in the same round, but without those that
  /// had moved away. To-dos that the round reads for the first time do not make the list one of ten. If the user knew
  /// nine to-dos, of which a few went while others came, no question is needed.
  /// - Parameter own: the records on the computer before the round. Records created meanwhile may be sent after the
  ///   reading.
  func lookForMassDeletion(
    _ before: [String: [String: String?]], of own: Set<RecordKey>, on computer: CalDAVComputer
  ) async {
    guard let present = try? await computer.store.allRecords(),
      let after = try? await knownTodos(of: computer)
    else { return }
    let deletedHere = deletions[computer.name] ?? []
    for (folder, known) in before.sorted(by: { $0.key < $1.key }) where known.count >= 10 {
      let missing = known.filter { id, list in
        list != nil && present[Self.key(id)] == nil && !deletedHere.contains(id)
      }
      let ids = Set(missing.keys).union((after[folder] ?? [:]).keys)
      let size = ids.count
      let earlier = ids.count { own.contains(Self.key($0)) }
      let lists = Set(missing.values.compactMap { $0.map(ListID.init(rawValue:)) })
      guard earlier >= 10, 2 * missing.count > size,
        confirmed[computer.name, default: []].isDisjoint(with: lists)
      else { continue }
      let words = "\(computer.name) deleted \(missing.count) of \(size) in \(folder) unasked"
      log.add("\(words): \(missing.keys.sorted())")
      trespasses.append(words)
    }
  }
}
