import Core
import Sync
import TestSupport
import XCTest

/// What a round without news costs, counted in documents, against the official emulator.
final class EmptyRoundTests: XCTestCase {
  private func device(
    _ emulator: FirestoreEmulator, _ transport: CountingTransport, name: String
  ) async throws -> Device {
    let settings = try FirestoreSettings(
      project: emulator.project, host: emulator.host, user: "ann")
    return try await Device(
      backend: FirestoreBackend(settings: settings, transport: transport, timeout: .seconds(60)),
      name: name)
  }

  func testItReadsFewDocumentsRightAfterManyWereAdded() async throws {
    let emulator = try await emulator()
    let transport = CountingTransport(SoupTransport())
    let adding = try await device(emulator, transport, name: "a")
    let reading = try await device(emulator, transport, name: "b")
    for device in [adding, reading] { _ = await device.engine.syncOnce(pull: true) }
    let first = try await adding.add("todo 0")
    for number in 1..<300 { try await adding.add("todo \(number)", to: first.listID) }
    for device in [adding, reading] {
      let outcome = await device.engine.syncOnce(pull: true)
      XCTAssertEqual(outcome.end, .finished)
    }
    XCTAssertGreaterThan(transport.take().documents, 300)
    for device in [adding, reading, adding, reading] {
      let outcome = await device.engine.syncOnce(pull: true)
      XCTAssertEqual(outcome.end, .finished)
      let cost = transport.take()
      XCTAssertLessThanOrEqual(cost.documents, 20)
      XCTAssertLessThanOrEqual(cost.requests, 10, "a query and a count for each of five kinds")
    }
    // What is new is read all the same, and nothing else.
    try await adding.rename(first.id, "Milk")
    for device in [adding, reading] { _ = await device.engine.syncOnce(pull: true) }
    XCTAssertLessThanOrEqual(transport.take().documents, 20)
    let read = try await reading.store.todo(first.id)
    XCTAssertEqual(read?.content, "Milk")
  }
}
