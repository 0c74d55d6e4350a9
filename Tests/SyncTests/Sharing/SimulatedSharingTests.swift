import Basics
import Core
import Sync
import TestSupport
import XCTest

private typealias Fixture = FirestoreFixture

/// The rules of the simulation's server answer as data/firestore.rules do in the official emulator: one story of several
/// people is told to both, and all that they answer is compared, except for the times.
final class SimulatedSharingTests: XCTestCase {
  /// One person's way to a server, for what is their own or for Ann's list.
  private struct Client {
    let backend: FirestoreBackend
    let transport: RecordingTransport
  }

  private let people = ["ann", "will", "rita", "ida", "dora", "fred", "sam"]
  private let share = Account.Share(owner: "ann", list: ListID(rawValue: "l"), role: .writer)
  private let now = Timestamp(milliseconds: 1_795_230_025_165)

  func testTheRulesAreThoseOfTheEmulator() async throws {
    let emulator = try await emulator()
    let server = SimulatedServer()
    let real = try clients(emulator.project, emulator.host, SystemSyncClock()) { _ in
      SoupTransport()
    }
    let simulated = try clients("p", emulator.host, ManualClock()) {
      SimulatedFirestore(server, account: $0)
    }
    let realAnswers = await answers(real)
    let simulatedAnswers = await answers(simulated)
    for (a, b) in zip(realAnswers, simulatedAnswers) { XCTAssertEqual(a, b) }
    XCTAssertEqual(realAnswers.count, simulatedAnswers.count)
    for (name, client) in real.sorted(by: { $0.key < $1.key }) {
      let other = try XCTUnwrap(simulated[name])
      RecordingTransport.assertEqualAnswers(client.transport, other.transport, atLeast: 1, name)
    }
    XCTAssertGreaterThan(realAnswers.filter { $0.contains("PERMISSION_DENIED") }.count, 40)
    XCTAssertGreaterThan(realAnswers.filter { !$0.contains("failed") }.count, 40)
  }

  /// What its owner has moved to another list is out of sight. Whoever takes part no longer sees nothing at all, which does
  /// not mean that it is gone.
  func testWhatIsOutOfSightIsAbsentForWhoTakesPart() async throws {
    let server = SimulatedServer()
    let backend = try willWrites(on: server).backend
    server.write(Fixture.key("1"), todo(in: "l"), of: "ann")
    server.write(Fixture.key("p"), todo(in: "other"), of: "ann")
    let keys = [Fixture.key("1"), Fixture.key("p")]
    let found = try await backend.fetch(keys)
    XCTAssertEqual(found.map { $0.state == .absent }, [false, true])
    server.write(member("will", .writer).key, nil, of: "ann", list: share.list)
    await assertThrows(SyncError.rejected(status: 403, code: "PERMISSION_DENIED")) {
      try await backend.fetch(keys)
    }
  }

  /// Without the user's own consent nothing can be read either, although the role is there.
  func testNothingIsAbsentForWhoseConsentIsLost() async throws {
    let server = SimulatedServer()
    let backend = try willWrites(on: server).backend
    server.write(Fixture.key("1"), todo(in: "l"), of: "ann")
    server.erase(consent(.accepted, of: "l").key, of: "will")
    await assertThrows(SyncError.rejected(status: 403, code: "PERMISSION_DENIED")) {
      try await backend.fetch([Fixture.key("1")])
    }
  }

  /// One that is out of sight refuses all that are read with it. Its owner may have moved any number, anywhere among them.
  func testFewRequestsFindWhatIsOutOfSight() async throws {
    let numbers = 0..<400
    for (isHidden, most) in [
      ({ _ in false }, 1), ({ $0 == 0 }, 40), ({ $0 == 399 }, 40), ({ $0 == 250 }, 40),
      ({ 100..<200 ~= $0 }, 150), ({ $0 % 2 == 0 }, 420), ({ _ in true }, 420),
    ] as [((Int) -> Bool, Int)] {
      let server = SimulatedServer()
      let will = try willWrites(on: server)
      for number in numbers {
        server.write(
          Fixture.key("\(number)"), todo(in: isHidden(number) ? "other" : "l"), of: "ann")
      }
      let keys = numbers.map { Fixture.key("\($0)") }
      let found = try await will.backend.fetch(keys)
      XCTAssertEqual(found.map(\.key), keys)
      XCTAssertEqual(found.map { $0.state == .absent }, numbers.map(isHidden))
      XCTAssertLessThanOrEqual(will.transport.answers.count, most)
    }
  }

  /// What Will, who may write in Ann's list, has of it.
  private func willWrites(on server: SimulatedServer) throws -> Client {
    let settings = try FirestoreSettings(project: "p", user: "will")
    let account = Account(firestore: settings).sharing(share)
    let transport = RecordingTransport(SimulatedFirestore(server, account: account))
    for (change, tree) in [
      (consent(.accepted, of: "l"), "will"), (member("will", .writer), "ann"),
    ] {
      if case .create(let fields) = change.operation {
        server.write(change.key, fields, of: tree)
      }
    }
    return Client(
      backend: FirestoreBackend(
        settings: settings, share: share, transport: transport, clock: ManualClock()),
      transport: transport)
  }

  /// By the name of the person, and with `+` for their part in Ann's list.
  private func clients(
    _ project: String, _ host: String, _ clock: any SyncClock,
    _ transport: (Account) -> any HTTPTransport
  ) throws -> [String: Client] {
    var clients: [String: Client] = [:]
    for person in people {
      let settings = try FirestoreSettings(project: project, host: host, user: person)
      let own = Account(firestore: settings)
      for account in person == "ann" ? [own] : [own, own.sharing(share)] {
        let recording = RecordingTransport(transport(account))
        clients[person + (account.share == nil ? "" : "+")] = Client(
          backend: FirestoreBackend(
            settings: settings, share: account.share, transport: recording,
            clock: clock, pageSize: 3),
          transport: recording)
      }
    }
    return clients
  }

  // MARK: The story

  private func answers(_ clients: [String: Client]) async -> [String] {
    let log = RequestLog()
    await begin(clients, log)
    for person in people.dropFirst() {
      await lookAround(person, clients, log)
      await change(person, clients, log)
    }
    await end(clients, log)
    return log.lines
  }

  /// Ann has two lists. Will may write in one of them and Rita may read it; Ida has not answered, Dora does not want to,
  /// Fred has left, and Sam was never asked.
  private func begin(_ clients: [String: Client], _ log: RequestLog) async {
    func write(_ who: String, _ change: PendingChange) async {
      _ = await push(who, change, clients, log)
    }
    for list in ["l", "other"] {
      await write("ann", Fixture.change(.create(Fixture.list), of: key(.list, list)))
    }
    await write("ann", Fixture.change(.create(todo(in: "l"))))
    await write("ann", Fixture.change(.create(todo(in: "other")), of: Fixture.key("p")))
    for (person, role) in [
      ("will", ListRole.writer), ("rita", .reader), ("ida", .writer), ("dora", .writer),
      ("fred", .writer),
    ] {
      await write("ann", member(person, role))
    }
    for person in ["will", "rita", "fred", "sam"] {
      await write(person, consent(.accepted, of: "l"))
    }
    await write("dora", consent(.declined, of: "l"))
    await leave("fred", clients, log)
  }

  /// What somebody sees of Ann's list and of the invitations to it.
  private func lookAround(_ person: String, _ clients: [String: Client], _ log: RequestLog) async {
    guard let guest = clients[person + "+"]?.backend, let own = clients[person]?.backend else {
      return
    }
    await log.read([.list, .todo, .member], from: guest, person)
    await log.read([.membership, .consent], from: own, person)
    let list = ListID(rawValue: "l")
    for key in [
      key(.list, "l"), key(.list, "other"), Fixture.key("1"), Fixture.key("p"),
      Fixture.key("none"), key(.member, ListMember.id(of: "rita", in: list)),
      key(.member, ListMember.id(of: "fred", in: list)),
      key(.member, ListMember.id(of: "nobody", in: list)),
    ] {
      _ = await log.step("\(person) fetches \(key.id)") { try await guest.fetch([key]) }
    }
  }

  /// What somebody tries to change there.
  private func change(_ person: String, _ clients: [String: Client], _ log: RequestLog) async {
    @discardableResult
    func write(_ change: PendingChange) async -> RecordVersion? {
      await push(person + "+", change, clients, log)
    }
    let title: RecordFields = ["content": .string("Oat milk of " + person)]
    let own = Fixture.key("of " + person)
    let made = await write(Fixture.change(.create(todo(in: "l")), of: own))
    await write(
      Fixture.change(.create(todo(in: "other")), of: Fixture.key("elsewhere " + person)))
    let present = await version(of: Fixture.key("1"), clients)
    let before = RecordVersion(tag: "2020-01-01T00:00:00Z")
    let edited = await write(
      Fixture.change(.update(title), replacing: made == nil ? before : present ?? before))
    await write(Fixture.change(.update(title), replacing: before))
    await write(Fixture.change(.update(title), of: Fixture.key("p"), replacing: before))
    await write(
      Fixture.change(.update(["listID": .string("other")]), replacing: edited ?? before))
    await write(Fixture.change(.delete, of: own, replacing: made ?? before))
    await write(
      Fixture.change(.update(["name": .string("Mine")]), of: key(.list, "l"), replacing: before))
    await write(member(person, .writer, made: before))
  }

  /// People leave, are blocked and asked again, and the list is deleted.
  private func end(_ clients: [String: Client], _ log: RequestLog) async {
    await leave("rita", clients, log)
    await lookAround("rita", clients, log)
    _ = await push("rita", consent(.blocked, of: nil), clients, log)
    let left = await version(of: key(.member, "l:rita"), clients)
    _ = await push("ann", member("rita", .reader, made: left), clients, log)
    let list = await version(of: key(.list, "l"), clients)
    guard let list else { return }
    _ = await push(
      "ann", Fixture.change(.delete, of: key(.list, "l"), replacing: list), clients, log)
    await lookAround("will", clients, log)
    await change("will", clients, log)
  }

  // MARK: Parts of it

  private func key(_ kind: RecordKind, _ id: String) -> RecordKey { RecordKey(kind: kind, id: id) }

  private func todo(in list: String) -> RecordFields {
    Fixture.todo.merging(["listID": .string(list)]) { $1 }
  }

  private func member(_ user: String, _ role: ListRole, made version: RecordVersion? = nil)
    -> PendingChange
  {
    let fields: RecordFields = [
      "listID": .string("l"), "user": .string(user), "role": .string(role.rawValue),
      "createdAt": .timestamp(now), "modifiedAt": .timestamp(now),
    ]
    let key = key(.member, "l:" + user)
    return version.map { Fixture.change(.create(fields), of: key, replacing: $0) }
      ?? Fixture.change(.create(fields), of: key)
  }

  private func consent(_ choice: Consent.Choice, of list: String?) -> PendingChange {
    let answer = Consent(
      account: AccountID(rawValue: "a"), user: "ann", list: list.map(ListID.init(rawValue:)),
      choice: choice, createdAt: now, modifiedAt: now)
    return Fixture.change(.create(answer.fields), of: key(.consent, answer.id))
  }

  private func leave(_ person: String, _ clients: [String: Client], _ log: RequestLog) async {
    let key = key(.member, "l:" + person)
    guard let version = await version(of: key, clients) else { return }
    let change = Fixture.change(.delete, of: key, replacing: version)
    _ = await push(person + "+", change, clients, log)
  }

  private func push(
    _ who: String, _ change: PendingChange, _ clients: [String: Client], _ log: RequestLog
  ) async -> RecordVersion? {
    guard let backend = clients[who]?.backend else { return nil }
    return await log.push("\(who) writes \(change.key.id)", [change], to: backend)
  }

  /// As Ann sees it.
  private func version(of key: RecordKey, _ clients: [String: Client]) async -> RecordVersion? {
    try? await clients["ann"]?.backend.fetch([key]).first?.version
  }
}
