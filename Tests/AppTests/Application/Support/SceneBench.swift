import GRDB
import XCTest

import class TestSupport.ManualClock

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

/// A store with a clock, a calendar and identifiers that the test decides, and what scenes need.
@MainActor
final class SceneBench {
  let time = ManualClock()
  let ids = CountingIDs()
  let days = ManualDayClock(SceneBench.monday)
  let store: TodoStore
  let commands = CommandQueue()
  private(set) lazy var undo = UndoHistory(store: store, commands: commands)
  let sync = RecordingSync()
  let signing = RecordingSignIn()
  let catalogue = ScriptedSource<[CatalogueEntry]>()
  let names = ScriptedNames()
  let people = ScriptedPeople()
  let pictureSource = ScriptedPictures()
  let profiles = RecordingProfiles()
  let settings = Settings.inMemory
  lazy var directory = PeopleDirectory(source: people)
  lazy var pictures = PictureLoader(source: pictureSource, decoder: PictureDecoder.built)
  private(set) var damages: [StoreError] = []
  private let folder: TemporaryFolder?

  nonisolated static let monday = CalendarDay(iso8601: "2026-03-02") ?? .first

  /// - Parameter onDisk: whether the store is a file and not in memory, as faults need it.
  init(onDisk: Bool = false) throws {
    let (time, ids) = (time, ids)
    folder = onDisk ? try TemporaryFolder() : nil
    let environment = StoreEnvironment(now: { time.now() }, makeID: { ids.next() })
    store =
      try folder.map { try TodoStore.open(at: $0.file(), environment: environment) }
      ?? TodoStore.inMemory(environment: environment)
  }

  var services: AppServices {
    AppServices(
      store: undo.store, commands: commands, undo: undo, clock: days, sync: sync, signing: signing,
      catalogue: catalogue, names: names,
      people: people, directory: directory, profiles: profiles, settings: settings,
      loginStart: LoginStart(settings: settings),
      onDamage: { [weak self] in self?.damages.append($0) })
  }

  /// Adds a to-do one second after whatever was before.
  @discardableResult
  func add(
    _ content: String, to list: ListID? = nil, date: CalendarDay? = nil, isStarred: Bool = false,
    isDone: Bool = false
  ) async throws -> Todo {
    time.advance(by: .seconds(1))
    let todo = try await store.add(
      TodoDraft(
        id: TodoID(rawValue: ids.next()), listID: list, content: content,
        due: date.map { CalendarTime(day: $0) }, isStarred: isStarred))
    if isDone { try await store.setDone(todo.id, true) }
    return todo
  }

  /// Sets up an account; nothing is sent.
  func connect(user: String = "ann") async throws -> Account {
    let account = try Account.sample(user: user)
    try await store.connect(account)
    return account
  }

  /// Adds a list under a name that another list may have, as lists of two accounts do.
  @discardableResult
  func addNamesake(_ name: String, to place: ListPlace) async throws -> TodoList {
    try await store.addList(named: name, to: place) { $0.name = name }
  }

  /// Waits until the commands have ended, what screens began to read is read, and they have heard of it.
  func waitUntilIdle() async {
    await commands.drain()
    // The store takes one after the other: whoever began earlier has its answer by then. Some read
    // again with what the first answer said.
    for _ in 0..<5 {
      _ = try? await store.writer.read { _ in }
      for _ in 0..<10 { await Task.yield() }
    }
  }

  // MARK: Faults

  /// From now on the disk takes nothing, or takes it again. For stores on disk only.
  func setWritesFail(_ fail: Bool) async throws {
    XCTAssertNotNil(folder, "reading would end the fault")
    let value = fail ? 1 : 0
    try await store.writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA query_only = \(value)")
    }
  }

  /// Runs SQL behind the store's back.
  func execute(_ sql: String) async throws {
    try await store.writer.writeWithoutTransaction { try $0.execute(sql: sql) }
  }
}

extension Account {
  static func sample(user: String = "ann") throws -> Account {
    Account(
      firestore: try FirestoreSettings(project: "demo", host: "127.0.0.1:8080", user: user))
  }
}

extension Settings {
  /// Values that last as long as the test.
  static var inMemory: Settings {
    Settings(
      schema: "optimist.nothing", directory: DataDirectory(override: "/nowhere", executable: ""))
  }
}
