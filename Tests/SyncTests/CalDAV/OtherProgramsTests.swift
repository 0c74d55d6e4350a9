import Core
import Foundation
import Sync
import TestSupport
import XCTest

/// Beside two other programs on one calendar: vdirsyncer copies it into a folder and back, and todoman reads and writes
/// that folder. What either side writes arrives on the other, and neither loses what it does not know.
final class OtherProgramsTests: XCTestCase {
  private static let milk = TodoID(rawValue: "milk")

  func testTodomanEditsWhatWasMadeHere() async throws {
    let (home, others) = try await start()
    let device = try await Device(home)
    await device.sync()
    let list = try await device.store.lists()[0].id
    let todo = try await device.add("우유; \"fresh\", 2 ℓ", to: list)
    try await device.store.edit(todo.id) { todo in
      todo.notes = "From the farm,\nnot the shop"
      todo.tags = ["errands"]
      todo.reminders = [Reminder(text: "DUE -PT15M")]
    }
    await device.sync()
    try await others.sync()
    let there = try await others.todo(titled: todo.content)
    XCTAssertEqual(there?.description, "From the farm,\nnot the shop")
    XCTAssertEqual(there?.categories, ["errands"])

    let number = try XCTUnwrap(there?.id)
    try await others.todoman(
      "edit", "\(number)", "--due", "2026-12-24 10:00", "--priority", "high", "-c", "errands", "-c",
      "home")
    try await others.todoman("done", "\(number)")
    try await others.todoman("new", "--list", "l", "-c", "garden", "From todoman")
    try await others.sync()
    await device.sync()
    let stored = try await device.store.todo(todo.id)
    let edited = try XCTUnwrap(stored)
    XCTAssertEqual(edited.due?.iso8601, "2026-12-24T10:00")
    XCTAssertTrue((1...4).contains(edited.priority.rawValue), "\(edited.priority)")
    XCTAssertEqual(edited.tags, ["errands", "home"])
    XCTAssertEqual(edited.status, .done)
    XCTAssertEqual(edited.content, todo.content)
    XCTAssertEqual(edited.notes, "From the farm,\nnot the shop")
    XCTAssertEqual(edited.position, todo.position)
    XCTAssertEqual(edited.createdAt, todo.createdAt)
    XCTAssertEqual(edited.reminders, [Reminder(text: "DUE -PT15M")])
    let new = try await device.store.allTodos().first { $0.content == "From todoman" }
    XCTAssertEqual(new?.tags, ["garden"])
    let quiet = await device.sync()
    XCTAssertEqual(quiet.received, 0)
  }

  func testWhatIsEditedHereIsReadByTodoman() async throws {
    let (home, others) = try await start()
    try await others.todoman(
      "new", "--list", "l", "--due", "2026-12-24 10:00", "--priority", "low", "Made there")
    try await others.sync()
    let device = try await Device(home)
    await device.sync()
    let made = try await device.store.allTodos().first
    let todo = try XCTUnwrap(made)
    try await device.store.edit(todo.id) { todo in
      todo.content = "Edited here"
      todo.due = CalendarTime(iso8601: "2026-12-31T18:30", zone: .utc)
      todo.priority = .highest
      todo.tags = ["a;b", "태그"]
    }
    await device.sync()
    try await others.sync()
    let found = try await others.todo(titled: "Edited here")
    let there = try XCTUnwrap(found)
    XCTAssertEqual(there.due, 1_798_741_800)
    XCTAssertEqual(there.priority, Priority.highest.rawValue)
    XCTAssertEqual(Set(there.categories), ["a;b", "태그"])
    XCTAssertFalse(there.completed)
    // vdirsyncer does not believe in a calendar that has become empty.
    try await device.add("Stays", to: todo.listID)
    try await device.store.setDone(todo.id, true)
    await device.sync()
    try await others.sync()
    let done = try await others.todo(titled: "Edited here")
    XCTAssertEqual(done?.completed, true)
    _ = try await device.store.delete(todo.id)
    await device.sync()
    try await others.sync()
    let gone = try await others.todo(titled: "Edited here")
    XCTAssertNil(gone)
  }

  func testBothEditAtOnce() async throws {
    let (home, others) = try await start()
    try await home.put(
      "l/1.ics", uid: "milk",
      [
        "SUMMARY:Milk", "X-OTHER;X-A=\"b;c\":kept", "BEGIN:VALARM", "ACTION:AUDIO",
        "TRIGGER:-PT15M", "X-TUNE:bell", "END:VALARM",
      ])
    let device = try await Device(home)
    await device.sync()
    try await others.sync()
    let number = try await others.todo(titled: "Milk")?.id
    try await others.todoman("edit", "\(XCTUnwrap(number))", "--priority", "high", "-c", "errands")
    try await device.retitle(Self.milk, "Oat milk")
    try await others.sync()
    await device.sync()
    try await others.sync()
    let there = try await others.todo(titled: "Oat milk")
    XCTAssertEqual(there?.categories, ["errands"])
    let here = try await device.store.todo(Self.milk)
    XCTAssertEqual(here?.content, "Oat milk")
    XCTAssertEqual(here?.tags, ["errands"])
    let text = try await home.text("l/1.ics") ?? ""
    for line in ["X-OTHER;X-A=\"b;c\":kept", "X-TUNE:bell", "ACTION:AUDIO"] {
      XCTAssertTrue(text.contains(line), "\(line)\n\(text)")
    }
    let conflicts = try await device.store.column("SELECT title FROM syncConflict")
    XCTAssertEqual(conflicts, [])
  }

  func testWhatVdirsyncerDeletesGoesToTheTrash() async throws {
    let (home, others) = try await start()
    for number in 0..<3 {
      try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)"])
    }
    let device = try await Device(home)
    await device.sync()
    try await others.sync()
    let number = try await others.todo(titled: "1")?.id
    try await others.todoman("delete", "--yes", "\(XCTUnwrap(number))")
    try await others.sync()
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["0", "2"])
    let trash = try await device.store.trash()
    XCTAssertEqual(trash.map(\.reason), [.deletedElsewhere])
  }

  private func start() async throws -> (CalDAVTestHome, OtherPrograms) {
    let home = try await home(.radicale)
    try await home.makeList("l", called: "L")
    let others = try OtherPrograms(home)
    addTeardownBlock { try? FileManager.default.removeItem(atPath: others.folder) }
    try await others.run(
      "vdirsyncer", ["-c", others.folder + "/vdirsyncer", "discover"], input: "y\ny\n")
    return (home, others)
  }
}

/// A folder with the copies of vdirsyncer, and the two programs.
private struct OtherPrograms {
  let folder: String

  struct Todo: Decodable {
    let id: Int
    let summary: String
    let description: String
    let categories: [String]
    let completed: Bool
    let priority: Int
    /// In seconds since 1970.
    let due: Int?
  }

  struct Failure: Error {
    let command: String
    let said: String
  }

  init(_ home: CalDAVTestHome) throws {
    folder = NSTemporaryDirectory() + "/others-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder + "/files/l", withIntermediateDirectories: true)
    try """
    [general]
    status_path = "\(folder)/status/"
    [pair p]
    a = "here"
    b = "there"
    collections = ["l"]
    conflict_resolution = null
    [storage here]
    type = "filesystem"
    path = "\(folder)/files/"
    fileext = ".ics"
    [storage there]
    type = "caldav"
    url = "http://127.0.0.1:\(home.server.port)\(home.path)"
    username = "\(home.user)"
    password = "\(CalDAVServer.password)"
    item_types = ["VTODO"]
    """.write(toFile: folder + "/vdirsyncer", atomically: true, encoding: .utf8)
    try """
    path = "\(folder)/files/*"
    date_format = "%Y-%m-%d"
    time_format = "%H:%M"
    dt_separator = " "
    default_list = "l"
    cache_path = "\(folder)/todo.cache"
    """.write(toFile: folder + "/todo.py", atomically: true, encoding: .utf8)
  }

  func sync() async throws {
    try await run("vdirsyncer", ["-c", folder + "/vdirsyncer", "sync"])
  }

  @discardableResult
  func todoman(_ arguments: String...) async throws -> String {
    try await run("todo", ["--config", folder + "/todo.py"] + arguments)
  }

  func todo(titled title: String) async throws -> Todo? {
    let said = try await todoman("--porcelain", "list", "--status", "ANY")
    return try JSONDecoder().decode([Todo].self, from: Data(said.utf8)).first {
      $0.summary == title
    }
  }

  /// Runs a program to its end.
  /// - Returns: what it wrote to its standard output.
  @discardableResult
  func run(_ program: String, _ arguments: [String], input: String = "") async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CalDAVServer.program(program))
    process.arguments = arguments
    process.environment = ["HOME": folder, "LC_ALL": "C.UTF-8", "TZ": "UTC"]
    let (output, errors) = (folder + "/output", folder + "/errors")
    try Data(input.utf8).write(to: URL(fileURLWithPath: folder + "/input"))
    for path in [output, errors] { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardInput = FileHandle(forReadingAtPath: folder + "/input")
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    let status = try await withCheckedThrowingContinuation {
      (ended: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    let said = try String(contentsOfFile: output, encoding: .utf8)
    guard status == 0 else {
      let problem = try String(contentsOfFile: errors, encoding: .utf8)
      throw Failure(command: ([program] + arguments).joined(separator: " "), said: said + problem)
    }
    return said
  }
}
