import Core
import Sync
import TestSupport
import XCTest

/// Documents that vanish from the official emulator, judged by the rules as delivered.
final class LossOnEmulatorTests: XCTestCase {
  func testCountAndVersionsAreThoseOfAListing() async throws {
    let emulator = try await emulator()
    let backend = try FirestoreFixture.backend(emulator, pageSize: 2)
    try await backend.create(["a", "b", "c", "d", "e"])
    let count = try await backend.count(of: .todo)
    XCTAssertEqual(count, 5)
    var versions: [RecordKey: RecordVersion] = [:]
    var place: SyncCursor?
    var pages = 0
    repeat {
      let page = try await backend.versions(of: .todo, after: place)
      let found = try XCTUnwrap(page)
      versions.merge(found.versions) { $1 }
      place = found.next
      pages += 1
    } while place != nil && pages < 10
    XCTAssertEqual(pages, 3)
    let listed = try await backend.pages(of: .todo).flatMap(\.records)
    XCTAssertEqual(versions.count, 5)
    for record in listed {
      XCTAssertEqual(versions[record.key], record.version)
      // The server looked at it when it was there.
      XCTAssertGreaterThanOrEqual(try XCTUnwrap(record.readAt), record.version?.ordinal ?? .max)
      XCTAssertLessThanOrEqual(try XCTUnwrap(record.createdAt), record.version?.ordinal ?? .min)
    }
  }

  func testALostDocumentComesBackForEverybody() async throws {
    let emulator = try await emulator()
    let ann = try await Participant("ann", emulator)
    let bob = try await Participant("bob", emulator)
    let list = try await ann.store.addList(named: "Party")
    let cake = try await ann.add("Cake", to: list.id)
    try await ann.add("Candles", to: list.id)
    try await ann.store.setMember("bob", of: list.id, as: .reader)
    for person in [ann, bob] { try await person.sync() }
    try await bob.acceptAll()
    try await bob.sync()
    try await emulator.erase("users/ann/todos/\(cake.id.rawValue)")
    try await bob.sync()
    let copies = try await bob.store.trash()
    XCTAssertEqual(copies.map(\.title), ["Cake"], "who takes part misses it too, and keeps a copy")
    for person in [ann, bob] { try await person.sync() }
    for person in [ann, bob] {
      let contents = try await person.contents(of: list.id)
      XCTAssertEqual(contents.sorted(), ["Cake", "Candles"], person.user)
      let waiting = try await person.waiting()
      XCTAssertEqual(waiting, 0, person.user)
    }
  }
}
