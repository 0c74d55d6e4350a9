import Core
import Sync
import Synchronization
import TestSupport
import XCTest

extension XCTestCase {
  /// Runs a test against each real server, each time with a home of its own; skips it, with the reason, where one is
  /// missing. That sabre/dav is missing, which only Debian 12 has as a package, is said by ``SabreServerTests``.
  func onEachServer(_ test: (CalDAVTestHome) async throws -> Void) async throws {
    for kind in CalDAVServer.Kind.allCases {
      let home: CalDAVTestHome
      do {
        home = try await self.home(kind)
      } catch is XCTSkip where kind == .sabre {
        continue
      }
      try await test(home)
    }
  }

  /// One that has read a list “L” at `l/` with so many to-dos, of which the first is “one”.
  func deviceWithList(_ home: CalDAVTestHome, todos: Int = 1) async throws -> Device {
    try await home.makeList("l", called: "L")
    for number in 0..<todos {
      let uid = number == 0 ? "one" : "uid-\(number)"
      try await home.put("l/\(number).ics", uid: uid, ["SUMMARY:\(number)"])
    }
    let device = try await Device(home)
    await device.sync()
    return device
  }

  func home(_ kind: CalDAVServer.Kind) async throws -> CalDAVTestHome {
    do {
      return try await CalDAVServer.shared(kind).newHome()
    } catch let unavailable as CalDAVServer.Unavailable {
      throw XCTSkip(unavailable.reason)
    }
  }

  /// A server of the test's own that speaks TLS, with a certificate that nobody has signed; skips the test, with the
  /// reason, where there is none.
  func untrustedServer() throws -> CalDAVServer {
    do {
      let server = try CalDAVServer(.radicale, isSecure: true)
      addTeardownBlock { server.stop() }
      return server
    } catch let unavailable as CalDAVServer.Unavailable {
      throw XCTSkip(unavailable.reason)
    }
  }
}

extension Device {
  /// A computer whose account is at a CalDAV server.
  /// - Parameters:
  ///   - port: of what stands in between; nil asks the server itself.
  ///   - name: begins the identifiers this device makes.
  init(
    _ home: CalDAVTestHome, port: UInt16? = nil, name: String = "a", path: String? = nil,
    pageSize: Int = 250, requests: any RequestStarter = RequestsInOrder()
  ) async throws {
    try await self.init(
      settings: home.settings(port: port), transport: SoupTransport(),
      credentials: DAVCredentials(user: home.user, password: CalDAVServer.password), name: name,
      path: path, pageSize: pageSize, requests: requests)
  }

  /// A computer whose account is at a simulated CalDAV server.
  /// - Parameter transport: what lies between.
  init(
    _ transport: any HTTPTransport, credentials: DAVCredentials? = nil, name: String = "a",
    pageSize: Int = 250
  ) async throws {
    try await self.init(
      settings: Self.simulated, transport: transport, credentials: credentials, name: name,
      path: nil,
      pageSize: pageSize, requests: RequestsInOrder())
  }

  private init(
    settings: CalDAVSettings, transport: any HTTPTransport, credentials: DAVCredentials?,
    name: String, path: String?, pageSize: Int, requests: any RequestStarter
  ) async throws {
    let clock = ManualClock(skipsSleep: true)
    let count = Mutex(0)
    let environment = StoreEnvironment(
      now: { clock.now() },
      makeID: {
        count.withLock { count in
          count += 1
          return "\(name)\(count)"
        }
      })
    let store =
      try path.map { try TodoStore.open(at: $0, environment: environment) }
      ?? TodoStore.inMemory(environment: environment)
    let account = Account(firestore: try FirestoreSettings(project: "p", user: settings.user))
    try await store.connect(account)
    try self.init(
      store, account.id, clock, settings: settings, transport: transport, credentials: credentials,
      pageSize: pageSize, requests: requests)
  }

  private init(
    _ store: TodoStore, _ account: AccountID, _ clock: ManualClock, settings: CalDAVSettings,
    transport: any HTTPTransport, credentials: DAVCredentials?, pageSize: Int,
    requests: any RequestStarter
  ) throws {
    let backend = try XCTUnwrap(
      CalDAVBackend(
        settings: settings, account: account, store: store, transport: transport,
        credentials: credentials, makeClientNonce: { "0a4f113b" }, clock: clock,
        timeout: .seconds(60), pageSize: pageSize))
    self.store = store
    self.account = account
    self.clock = clock
    engine = SyncEngine(
      account: account, store: store, backend: backend, clock: clock,
      random: SplitMix64(seed: 1), requests: requests)
  }

  /// The same computer after its program was killed: what was only in memory is gone.
  /// - Parameter makeID: makes the identifiers from now on.
  func killed(_ transport: any HTTPTransport, makeID: @escaping @Sendable () -> String) throws
    -> Device
  {
    let clock = clock
    let copy = try store.copiedToMemory(
      environment: StoreEnvironment(now: { clock.now() }, makeID: makeID))
    return try Device(
      copy, account, clock, settings: Self.simulated, transport: transport, credentials: nil,
      pageSize: 250, requests: RequestsInOrder())
  }

  private static var simulated: CalDAVSettings {
    CalDAVSettings(server: SimulatedCalDAV.address, home: SimulatedCalDAV.home, user: "ann")
  }

  /// One whole round; fails the test if it does not end well.
  @discardableResult
  func sync(file: StaticString = #filePath, line: UInt = #line) async -> SyncOutcome {
    let outcome = await engine.syncOnce(pull: true, wake: true)
    XCTAssertEqual(outcome.end, .finished, file: file, line: line)
    XCTAssertEqual(outcome.refusals, [], file: file, line: line)
    return outcome
  }

  /// The list of a name.
  func list(_ name: String) async throws -> ListID {
    let list = try await store.lists().first { $0.name == name }
    return try XCTUnwrap(list).id
  }

  /// Changes the title and nothing else.
  func retitle(_ id: TodoID, _ content: String) async throws {
    try await store.edit(id) { $0.content = content }
  }

  /// The titles of all to-dos, sorted.
  func titles() async throws -> [String] {
    try await store.allTodos(isWithDone: true).map(\.content).sorted()
  }
}
