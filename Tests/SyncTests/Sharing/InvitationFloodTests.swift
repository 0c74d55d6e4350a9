import Core
import TestSupport
import XCTest

@testable import Sync

/// Any number of invitations from strangers: what they cost, and that nothing of the user's own waits for them.
final class InvitationFloodTests: XCTestCase {
  private let server = SimulatedServer()
  private let clock = ManualClock(skipsSleep: true)
  private let list = ListID(rawValue: "l")

  private func connect(pageSize: Int) throws -> (FirestoreBackend, CountingTransport) {
    let settings = try FirestoreSettings(project: "p", user: "u")
    let transport = CountingTransport(
      SimulatedFirestore(server, account: Account(firestore: settings)))
    let backend = FirestoreBackend(
      settings: settings, transport: transport, clock: clock, pageSize: pageSize)
    return (backend, transport)
  }

  private func stranger(_ number: Int) -> String { "s\(1000 + number)" }

  private func invite(by owner: String) {
    let fields: RecordFields = [
      "listID": .string("l"), "user": .string("u"), "role": .string("writer"),
    ]
    server.write(RecordKey(kind: .member, id: "l:u"), fields, of: owner)
  }

  private func sync(_ device: Device, line: UInt = #line) async throws {
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    XCTAssertEqual(outcome.end, .finished, line: line)
    XCTAssertTrue(outcome.isPullComplete, line: line)
  }

  private func shares(_ device: Device) async throws -> [Account.Share] {
    try await device.store.syncAccounts().compactMap(\.share)
  }

  /// There are more than are read in one round, and more than is read of any other kind.
  func testStrangersKeepNobodyFromTheirOwn() async throws {
    var (backend, _) = try connect(pageSize: 20)
    backend.readLimit = FirestoreReadVolume(documents: 50, bytes: .max)
    let device = try await Device(backend: backend, clock: clock)
    let todo = try await device.add("Milk")
    try await sync(device)
    for number in 0..<400 { invite(by: stranger(number)) }
    invite(by: "zoe")
    let consent = Consent(
      account: device.account, user: "zoe", list: list, choice: .accepted,
      createdAt: clock.now(), modifiedAt: clock.now())
    server.write(RecordKey(kind: .consent, id: consent.id), consent.fields, of: "u")
    server.erase(RecordKey(todo), of: "u")
    try await sync(device)
    XCTAssertNotNil(server.records(of: "u")[RecordKey(todo)], "what was lost is sent again")
    let joined = try await shares(device)
    XCTAssertEqual(joined, [Account.Share(owner: "zoe", list: list, role: .writer)])
    for number in 400..<800 { invite(by: stranger(number)) }
    server.write(RecordKey(kind: .member, id: "l:u"), nil, of: "zoe", list: list)
    try await sync(device)
    let left = try await shares(device)
    XCTAssertEqual(left, [], "that a list is no longer shared is noticed too")
  }

  /// A comparison asks for the names of all, and nothing asks for the rest.
  func testInvitationsThatAreNotKeptAreNotReadAgain() async throws {
    let (backend, transport) = try connect(pageSize: 300)
    let device = try await Device(backend: backend, clock: clock)
    for number in 0..<150 { invite(by: stranger(number)) }
    try await sync(device)
    let invitations = try await device.store.invitations()
    XCTAssertEqual(invitations.count, 100)
    XCTAssertLessThanOrEqual(transport.take().documents, 2 * 150 + 5, "listed and compared")
    for _ in 0..<5 { try await sync(device) }
    XCTAssertLessThanOrEqual(transport.take().documents, 5 * 2)
    for number in 150..<160 {
      invite(by: stranger(number))
      try await sync(device)
    }
    XCTAssertLessThanOrEqual(transport.take().documents, 2 * 160 + 10 * 4, "two comparisons")
  }

  /// Where there are more than a comparison reads, it ends all the same.
  func testTheDailyComparisonEndsWhateverStrangersWrite() async throws {
    let (backend, transport) = try connect(pageSize: 10)
    let device = try await Device(backend: backend, clock: clock)
    for number in 0..<150 { invite(by: stranger(number)) }
    for _ in 0..<10 { try await sync(device) }
    let invitations = try await device.store.invitations()
    XCTAssertEqual(invitations.count, 100)
    clock.advance(by: .seconds(24 * 60 * 60))
    _ = transport.take()
    for _ in 0..<20 { try await sync(device) }
    // The daily one and three for the count; each has 80 names and reads the 20 that it does not reach.
    XCTAssertLessThanOrEqual(transport.take().documents, 4 * (80 + 20) + 20 * 2)
  }

  func testFewDocumentsAreReadToFindMembershipsByName() async throws {
    let (backend, transport) = try connect(pageSize: 2500)
    for number in 0..<1000 { invite(by: stranger(number)) }
    func key(_ number: Int) -> RecordKey {
      .membership(owner: stranger(number), member: "l:u")
    }
    let one = try await backend.fetch([key(500)])
    XCTAssertEqual(one.count { $0.fields != nil }, 1)
    XCTAssertEqual(transport.take().documents, 1)
    let apart = stride(from: 0, to: 1000, by: 50).map(key)
    let found = try await backend.fetch(apart)
    XCTAssertEqual(found.count { $0.fields != nil }, apart.count)
    XCTAssertLessThanOrEqual(transport.take().documents, 12 * apart.count)
  }
}
