import Core
import Foundation
import Sync
import Synchronization
import TestSupport
import XCTest

/// What a round without news costs, counted in documents, against the official emulator.
final class EmptyRoundTests: XCTestCase {
  /// Passes requests on and counts the documents in the answers.
  private final class CountingTransport: HTTPTransport {
    private let base = SoupTransport()
    private let counts = Mutex((documents: 0, requests: 0))

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      let response = try await base.send(request)
      let answers = try? JSONSerialization.jsonObject(with: response.body) as? [[String: Any]]
      let found = (answers ?? []).count { $0["document"] != nil || $0["found"] != nil }
      counts.withLock { counts in
        counts.documents += found
        counts.requests += 1
      }
      return response
    }

    /// The counts since the last call.
    func take() -> (documents: Int, requests: Int) {
      counts.withLock { counts in
        defer { counts = (0, 0) }
        return counts
      }
    }
  }

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
    let transport = CountingTransport()
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
