import Core
import Foundation
import TestSupport
import XCTest

@testable import Sync

/// The backend against a server whose pages are too large, too many or out of order.
final class FirestorePageFaultTests: XCTestCase {
  // MARK: Order and end

  private func page(_ ids: [String], updatedAt: String? = nil) -> FaultProxy.Fault {
    let time = updatedAt.map { #","updatedAt":{"timestampValue":"\#($0)"}"# } ?? ""
    let documents = ids.map { FirestoreFaults.document($0, fields: FirestoreFaults.fields + time) }
    return .answer(status: 200, body: "[" + documents.joined(separator: ",") + "]")
  }

  func testAListingThatDoesNotGoOn() async throws {
    let (proxy, backend) = try faultyServer(pageSize: 1)
    proxy.plan([page(["b"]), page(["b"])])
    let first = try await backend.changes(of: .todo, since: nil)
    let error = await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: first?.next)
    }
    XCTAssertEqual(error, .protocolViolation(detail: "documents out of order"))
  }

  func testChangesThatDoNotGoOn() async throws {
    let (proxy, backend) = try faultyServer(pageSize: 1)
    let time = "2026-01-01T00:00:00.5Z"
    proxy.plan([
      page(["b"], updatedAt: time), page(["b"], updatedAt: time), page(["a"], updatedAt: time),
      page(["c"], updatedAt: "2026-01-01T00:00:00Z"), page(["c"]),
    ])
    let start = SyncCursor(token: #"{"since":"2026-01-01T00:00:00Z"}"#)
    let first = try await backend.changes(of: .todo, since: start)
    XCTAssertEqual(first?.isLast, false)
    for _ in 0..<4 {
      let error = await errorThrown(SyncError.self) {
        try await backend.changes(of: .todo, since: first?.next)
      }
      guard case .protocolViolation = error else { return XCTFail("\(String(describing: error))") }
    }
  }

  /// A server that always has one more page, in order: what was read stays, and it ends, in this round and
  /// in all later ones.
  func testPagesWithoutEnd() async throws {
    let (proxy, paged) = try faultyServer(pageSize: 1)
    var backend = paged
    let limits = [
      FirestoreReadVolume(documents: 5, bytes: .max), .init(documents: .max, bytes: 1500),
    ]
    for limit in limits {
      for isListing in [true, false] {
        backend.readLimit = limit
        var cursor = isListing ? nil : SyncCursor(token: #"{"since":"2026-01-01T00:00:00Z"}"#)
        var count = 0
        var end: SyncError?
        while end == nil, count < 50 {
          let number = 100 + count
          proxy.plan([page(["n\(number)"], updatedAt: "2026-01-01T00:00:01.\(number)Z")])
          do throws(SyncError) {
            let next = try await backend.changes(of: .todo, since: cursor)
            XCTAssertEqual(next?.isLast, false)
            cursor = next?.next
            count += 1
          } catch {
            end = error
          }
        }
        XCTAssertEqual(end, .protocolViolation(detail: "a listing without end"))
        XCTAssertGreaterThan(count, 1)
        XCTAssertLessThanOrEqual(count, 5)
        // It goes on where it was, and still does not end.
        proxy.plan([page(["n900"], updatedAt: "2026-01-01T00:00:01.900Z")])
        await assertThrows(SyncError.protocolViolation(detail: "a listing without end")) {
          try await backend.changes(of: .todo, since: cursor)
        }
        // The last page is taken, whatever there was before it.
        proxy.plan([.answer(status: 200, body: #"[{"readTime":"2026-01-02T00:00:00Z"}]"#)])
        let last = try await backend.changes(of: .todo, since: cursor)
        XCTAssertEqual(last?.isLast, true)
      }
    }
  }

  func testMoreDocumentsThanAskedFor() async throws {
    let (proxy, backend) = try faultyServer(pageSize: 1)
    proxy.always(
      FirestoreFaults.page(FirestoreFaults.document("1"), FirestoreFaults.document("2")))
    let error = await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: nil)
    }
    guard case .protocolViolation = error else { return XCTFail("\(String(describing: error))") }
  }

  // MARK: Size

  /// How many documents each request asked for.
  private func limits(_ proxy: FaultProxy) throws -> [Int?] {
    try proxy.requests.map { request in
      let body = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any]
      return (body?["structuredQuery"] as? [String: Any])?["limit"] as? Int
    }
  }

  func testATenMegabyteAnswerIsAskedForInSmallerParts() async throws {
    let (proxy, backend) = try faultyServer()
    let huge = String(repeating: " ", count: 10 * 1024 * 1024)
    proxy.plan([.answer(status: 200, body: huge), .answer(status: 200, body: huge)])
    proxy.always(FirestoreFaults.page(FirestoreFaults.document("1")))
    let read = try await backend.changes(of: .todo, since: nil)
    let page = try XCTUnwrap(read)
    XCTAssertEqual(page.records.count, 1)
    XCTAssertEqual(try limits(proxy), [2500, 625, 156])
  }

  func testAnAnswerThatIsAlwaysTooLarge() async throws {
    let (proxy, backend) = try faultyServer()
    proxy.always(
      .answer(
        status: 200, headers: [], body: String(repeating: " ", count: 8 * 1024 * 1024 + 1)))
    let error = await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: nil)
    }
    guard case .protocolViolation = error else { return XCTFail("\(String(describing: error))") }
    XCTAssertEqual(proxy.requests.count, 7)  // 2500, 625, 156, 39, 9, 2, 1
  }

  /// On a slow connection a page is asked for again with fewer documents, until it arrives in time.
  func testAnInterruptedPageIsAskedForInSmallerParts() async throws {
    let (proxy, backend) = try faultyServer()
    proxy.plan([.reset, .cutShort])
    proxy.always(FirestoreFaults.page(FirestoreFaults.document("1")))
    for _ in 0..<2 {
      await assertThrows(SyncError.transient(cause: .interrupted, retryAfter: nil)) {
        try await backend.changes(of: .todo, since: nil)
      }
    }
    _ = try await backend.changes(of: .todo, since: nil)
    XCTAssertEqual(try limits(proxy), [2500, 625, 156])
  }
}
