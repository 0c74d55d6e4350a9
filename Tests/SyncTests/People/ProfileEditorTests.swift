import Core
import Foundation
import Synchronization
import TestSupport
import XCTest

@testable import Sync

final class ProfileEditorTests: XCTestCase {
  /// A server that answers as a test says, one write after the other.
  private final class Server: ProfileServer {
    private struct State {
      var results: [Result<Timestamp, SyncError>] = []
      var written: [Person] = []
      var fields: [Set<Person.Field>] = []
    }

    private let state = Mutex(State())
    let gate = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let waits: Bool

    init(_ results: [Result<Timestamp, SyncError>] = [], waits: Bool = false) {
      state.withLock { $0.results = results }
      self.waits = waits
    }

    var written: [Person] { state.withLock { $0.written } }
    var fields: [Set<Person.Field>] { state.withLock { $0.fields } }

    func write(
      _ person: Person, _ fields: Set<Person.Field>, of account: AccountID, isMissing: Bool
    ) async throws(SyncError) -> Timestamp {
      state.withLock {
        $0.written.append(person)
        $0.fields.append(fields)
      }
      if waits {
        await withCheckedContinuation { continuation in gate.withLock { $0 = continuation } }
      }
      let result = state.withLock { $0.results.isEmpty ? nil : $0.results.removeFirst() }
      return try (result ?? .success(Timestamp(milliseconds: 10))).get()
    }

    /// Lets the write that waits go on.
    func open() async -> Bool {
      await eventually {
        let continuation = self.gate.withLock { gate in
          defer { gate = nil }
          return gate
        }
        continuation?.resume()
        return continuation != nil
      }
    }
  }

  private let account = AccountID(rawValue: "firestore:/h/p/d/ann")
  private let offline = SyncError.transient(cause: .unreachable, retryAfter: nil)
  private let refusal = SyncError.rejected(status: 403, code: "PERMISSION_DENIED")
  private let old = Person(id: "ann", username: "ann", fullname: "Ann")
  private let new = Person(id: "ann", username: "ann", fullname: "Zoe")
  private let bob = Person(id: "bob", username: "bob", fullname: "Bob")
  private let cache = CacheStore(path: nil)

  private func fill() async {
    await cache.keep(
      CachedAnswer(value: [old, bob], readAt: Timestamp(milliseconds: 1)), as: "people",
      of: account, now: Timestamp(milliseconds: 1))
  }

  private func cached() async -> [Person]? {
    await cache.answer("people", of: account, as: [Person].self)?.value
  }

  func testAProfileIsTheCachedOneUntilItIsChanged() async throws {
    let editor = ProfileEditor(cache: cache, server: Server())
    let unknown = await editor.profile(of: account)
    XCTAssertNil(unknown)
    await fill()
    let known = await editor.profile(of: account)
    XCTAssertEqual(known, old)
    try await editor.save(new, changing: Person.allFields, of: account)
    let changed = await editor.profile(of: account)
    XCTAssertEqual(changed, new)
    await editor.discardPending(of: account)
    let again = await editor.profile(of: account)
    XCTAssertEqual(again, old)
  }

  func testWhatIsSentIsTheCachedStateFromThenOn() async throws {
    await fill()
    let server = Server()
    let editor = ProfileEditor(cache: cache, server: server)
    try await editor.save(new, changing: Person.allFields, of: account)
    let result = await editor.sendPending(of: account)
    XCTAssertEqual(result, .sent)
    XCTAssertEqual(server.written, [new])
    let people = await cached()
    XCTAssertEqual(people, [bob, new])
    let pending = await editor.pending(of: account)
    XCTAssertNil(pending)
    let nothing = await editor.sendPending(of: account)
    XCTAssertEqual(nothing, .sent)
    XCTAssertEqual(server.written.count, 1)
    // An answer that the server gave before does not bring the old name back.
    let isKept = await cache.keep(
      CachedAnswer(value: [old, bob], readAt: Timestamp(milliseconds: 9)), as: "people",
      of: account, now: Timestamp(milliseconds: 20))
    XCTAssertFalse(isKept)
  }

  func testWhatCannotBeSentWaitsAndSurvivesTheProcess() async throws {
    let path = NSTemporaryDirectory() + "/profile-\(UUID().uuidString)/cache.sqlite"
    defer {
      try? FileManager.default.removeItem(
        atPath: (path as NSString).deletingLastPathComponent)
    }
    let server = Server([.failure(offline), .failure(.authentication)])
    let first = CacheStore(path: path)
    let editor = ProfileEditor(cache: first, server: server)
    try await editor.save(new, changing: Person.allFields, of: account)
    let result = await editor.sendPending(of: account)
    XCTAssertEqual(result, .waiting(offline))
    let signedOut = await editor.sendPending(of: account)
    XCTAssertEqual(signedOut, .waiting(.authentication))
    // Not closed: the process was killed.
    let later = ProfileEditor(cache: CacheStore(path: path), server: server)
    let pending = await later.pending(of: account)
    XCTAssertEqual(pending?.person, new)
    let sent = await later.sendPending(of: account)
    XCTAssertEqual(sent, .sent)
    XCTAssertEqual(server.written, [new, new, new])
    await first.close()
  }

  func testARefusalIsKeptUntilThereIsAnotherChange() async throws {
    let server = Server([.failure(refusal)])
    let editor = ProfileEditor(cache: cache, server: server)
    try await editor.save(new, changing: Person.allFields, of: account)
    let first = await editor.sendPending(of: account)
    XCTAssertEqual(first, .refused(refusal))
    let second = await editor.sendPending(of: account)
    XCTAssertEqual(second, .refused(refusal))
    XCTAssertEqual(server.written.count, 1)
    let shown = await editor.profile(of: account)
    XCTAssertEqual(shown, new)
    try await editor.save(old, changing: Person.allFields, of: account)
    let third = await editor.sendPending(of: account)
    XCTAssertEqual(third, .sent)
    XCTAssertEqual(server.written, [new, old])
  }

  func testAChangeDuringTheSendingStays() async throws {
    let server = Server(waits: true)
    let editor = ProfileEditor(cache: cache, server: server)
    let account = account
    try await editor.save(new, changing: Person.allFields, of: account)
    async let first = editor.sendPending(of: account)
    let isWritten = await eventually { server.written.count == 1 }
    XCTAssertTrue(isWritten)
    let newer = Person(id: "ann", username: "ann", fullname: "Newer")
    try await editor.save(newer, changing: Person.allFields, of: account)
    async let second = editor.sendPending(of: account)
    let isOpen = await server.open()
    XCTAssertTrue(isOpen)
    let firstResult = await first
    XCTAssertEqual(firstResult, .sent)
    let isOpenAgain = await server.open()
    XCTAssertTrue(isOpenAgain)
    let secondResult = await second
    XCTAssertEqual(secondResult, .sent)
    XCTAssertEqual(server.written, [new, newer])
    let pending = await editor.pending(of: account)
    XCTAssertNil(pending)
  }

  func testARefusalDuringWhichTheUserChangedAgainIsNotAboutTheNewChange() async throws {
    let server = Server([.failure(refusal)], waits: true)
    let editor = ProfileEditor(cache: cache, server: server)
    let account = account
    try await editor.save(new, changing: Person.allFields, of: account)
    async let first = editor.sendPending(of: account)
    let isWritten = await eventually { server.written.count == 1 }
    XCTAssertTrue(isWritten)
    try await editor.save(old, changing: Person.allFields, of: account)
    let isOpen = await server.open()
    XCTAssertTrue(isOpen)
    _ = await first
    let pending = await editor.pending(of: account)
    XCTAssertEqual(pending?.person, old)
    XCTAssertNil(pending?.refusal)
  }

  func testSeveralWhoSendAtOnceSendOnce() async throws {
    let server = Server(waits: true)
    let editor = ProfileEditor(cache: cache, server: server)
    let account = account
    try await editor.save(new, changing: Person.allFields, of: account)
    let tasks = (0..<5).map { _ in Task { await editor.sendPending(of: account) } }
    let isOpen = await server.open()
    XCTAssertTrue(isOpen)
    for task in tasks {
      let result = await task.value
      XCTAssertEqual(result, .sent)
    }
    XCTAssertEqual(server.written.count, 1)
  }

  func testSigningOutWhileSending() async throws {
    await fill()
    let server = Server(waits: true)
    let editor = ProfileEditor(cache: cache, server: server)
    let account = account
    try await editor.save(new, changing: Person.allFields, of: account)
    async let sending = editor.sendPending(of: account)
    let isWritten = await eventually { server.written.count == 1 }
    XCTAssertTrue(isWritten)
    await editor.forget(account)
    await cache.forget(account)
    let isOpen = await server.open()
    XCTAssertTrue(isOpen)
    _ = await sending
    let pending = await editor.pending(of: account)
    XCTAssertNil(pending)
    let people = await cached()
    XCTAssertNil(people)
  }

  // MARK: Among the others

  func testTheUserIsShownAsChangedAmongThePeople() async throws {
    await fill()
    let source = ScriptedSource<[Person]>()
    let editor = ProfileEditor(cache: cache, server: Server())
    let people = PeopleWithOwnProfile(source, editor: editor)
    try await editor.save(new, changing: Person.allFields, of: account)
    let log = AnswerLog(people.read(account))
    let isAsked = await source.request(0)
    XCTAssertTrue(isAsked)
    source.answer(
      0, ServerAnswer(value: [old, bob], readAt: Timestamp(milliseconds: 1), skipped: 3))
    source.answer(0, ServerAnswer(value: [bob], readAt: Timestamp(milliseconds: 2)))
    source.end(0, throwing: offline)
    let ended = await log.ends()
    XCTAssertTrue(ended)
    XCTAssertEqual(log.values, [[bob, new], [bob, new]])
    XCTAssertEqual(log.answers.first?.skipped, 3)
    XCTAssertEqual(log.error, offline)
  }

  func testNobodyReadsAnyMore() async throws {
    let source = ScriptedSource<[Person]>()
    let people = PeopleWithOwnProfile(
      source, editor: ProfileEditor(cache: cache, server: Server()))
    let log = AnswerLog(people.read(account))
    let isAsked = await source.request(0)
    XCTAssertTrue(isAsked)
    log.cancel()
    let isEnded = await eventually { source.isEnded(0) }
    XCTAssertTrue(isEnded)
  }

  // MARK: Limits

  func testWhatCanBeTyped() {
    func problem(_ username: String, _ fullname: String = "", _ url: String? = nil)
      -> ProfileProblem?
    {
      ProfileProblem(Person(id: "a", username: username, fullname: fullname, pictureURL: url))
    }
    XCTAssertNil(problem("a"))
    XCTAssertEqual(problem(""), .usernameMissing)
    XCTAssertEqual(problem("a b"), .usernameHasSpace)
    XCTAssertNil(problem(String(repeating: "할", count: 100)))
    XCTAssertEqual(problem(String(repeating: "a", count: 101)), .tooLong(.username))
    XCTAssertEqual(problem("bob@firm.example"), .usernameIsAddress)
    XCTAssertEqual(problem("a", "bob@firm.example"), .fullnameIsAddress)
    XCTAssertEqual(problem("a", "bob\u{FF20}firm.example"), .fullnameIsAddress)
    XCTAssertNil(problem("a", String(repeating: "x", count: 200)))
    XCTAssertEqual(problem("a", String(repeating: "x", count: 201)), .tooLong(.fullname))
    // One character to a reader, and eight to the rules of the server.
    XCTAssertEqual(problem(String(repeating: "👨‍👩‍👧", count: 30)), .tooLong(.username))
    XCTAssertNil(problem("a", "", "https://example.org/a.png"))
    XCTAssertNil(problem("a", "", "http://127.0.0.1:8080/a.png"))
    XCTAssertEqual(problem("a", "", "http://example.org/a.png"), .pictureAddressInvalid)
    XCTAssertEqual(problem("a", "", "javascript:alert(1)"), .pictureAddressInvalid)
    let long = "https://example.org/" + String(repeating: "x", count: 2000)
    XCTAssertEqual(problem("a", "", long), .tooLong(.pictureURL))
  }

  func testWhiteSpaceAroundAndControlCharactersDoNotCount() async throws {
    let editor = ProfileEditor(cache: cache, server: Server())
    try await editor.save(
      Person(id: "ann", username: " a\0nn\n", fullname: " Ann  L\u{1B}ee ", pictureURL: " "),
      changing: Person.allFields, of: account)
    let kept = await editor.profile(of: account)
    XCTAssertEqual(kept, Person(id: "ann", username: "ann", fullname: "Ann  Lee"))
    do {
      try await editor.save(
        Person(id: "ann", username: " ", fullname: ""), changing: Person.allFields, of: account)
      XCTFail("a profile without a name was taken")
    } catch {
      XCTAssertEqual(error, .usernameMissing)
    }
  }

  // MARK: Fields

  func testOnlyWhatWasChangedIsSentAndShownOverTheServersProfile() async throws {
    await fill()
    let server = Server([.failure(offline)])
    let editor = ProfileEditor(cache: cache, server: server)
    try await editor.save(new, changing: [.fullname], of: account)
    _ = await editor.sendPending(of: account)
    // Another computer has changed the rest meanwhile.
    let other = Person(
      id: "ann", username: "ann2", fullname: "Ann", pictureURL: "https://x.org/a.png")
    await cache.keep(
      CachedAnswer(value: [other, bob], readAt: Timestamp(milliseconds: 2)), as: "people",
      of: account, now: Timestamp(milliseconds: 2))
    let both = Person(
      id: "ann", username: "ann2", fullname: "Zoe", pictureURL: "https://x.org/a.png")
    let shown = await editor.profile(of: account)
    XCTAssertEqual(shown, both)
    // A second change adds to the first.
    var third = both
    third.isFindable = true
    try await editor.save(third, changing: [.isFindable], of: account)
    let sending = await editor.sendPending(of: account)
    XCTAssertEqual(sending, .sent)
    XCTAssertEqual(server.fields, [[.fullname], [.fullname, .isFindable]])
    let people = await cached()
    XCTAssertEqual(people, [bob, third])
  }

  func testAFormInWhichNothingWasChangedSendsNothing() async throws {
    let server = Server()
    let editor = ProfileEditor(cache: cache, server: server)
    try await editor.save(new, changing: [], of: account)
    let sending = await editor.sendPending(of: account)
    XCTAssertEqual(sending, .sent)
    XCTAssertEqual(server.written, [])
  }
}
