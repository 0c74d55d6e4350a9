import Basics
import Core
import Foundation
import Sync
import Synchronization
import TestSupport
import XCTest

private typealias Fixture = FirestoreFixture

/// The server of the simulation answers on the wire as the official emulator does. The same story is told to
/// both, and all that they answer is compared, except for the times.
final class SimulatedFirestoreTests: XCTestCase {
  func testItAnswersAsTheEmulatorDoes() async throws {
    let emulator = try await emulator()
    let (real, simulated) = (Recording(SoupTransport()), Recording(simulation))
    let told = try await tell(
      try FirestoreSettings(project: emulator.project, host: emulator.host, user: "ann"), real,
      SystemSyncClock())
    let retold = try await tell(
      try FirestoreSettings(project: "p", host: emulator.host, user: "ann"), simulated,
      ManualClock())
    XCTAssertEqual(told, retold, "what the backend makes of it")
    XCTAssertEqual(real.answers.count, simulated.answers.count)
    for (a, b) in zip(real.answers, simulated.answers) {
      XCTAssertEqual(a.text, b.text, "after \(a.request)")
    }
    XCTAssertGreaterThan(real.answers.count, 30)
  }

  private var simulation: SimulatedFirestore { .init(SimulatedServer(), user: "ann") }

  // MARK: The story

  private let list = RecordKey(kind: .list, id: "l")

  /// - Returns: what the backend told at each step.
  private func tell(
    _ settings: FirestoreSettings, _ transport: Recording, _ clock: any SyncClock
  ) async throws -> [String] {
    let backend = FirestoreBackend(
      settings: settings, transport: transport, clock: clock, pageSize: 3)
    var told: [String] = []
    func step<T>(_ name: String, _ work: () async throws -> T) async -> T? {
      do {
        let value = try await work()
        told.append("\(name): \(Self.text(of: value))")
        return value
      } catch {
        told.append("\(name): failed with \(error)")
        return nil
      }
    }
    func push(_ name: String, _ changes: PendingChange...) async -> RecordVersion? {
      await step(name) { try await backend.push(changes) }?.last
    }
    func read() async {
      for kind in [RecordKind.list, .todo] {
        _ = await step("count") { try await backend.count(of: kind) }
        _ = await step("pages") { try await backend.pages(of: kind) }
        _ = await step("versions") { try await self.versions(backend, kind) }
      }
    }

    await read()
    _ = await push("a list", Fixture.change(.create(Fixture.list), of: list))
    let made = await push("a to-do", Fixture.change(.create(Fixture.todo)))
    let first = try XCTUnwrap(made)
    _ = await push("it is there", Fixture.change(.create(Fixture.todo)))
    let title: RecordFields = ["content": .string("Oat milk")]
    let second = await push("an edit", Fixture.change(.update(title), replacing: first))
    _ = await push("a stale edit", Fixture.change(.update(title), replacing: first))
    _ = await push(
      "an edit of nothing",
      Fixture.change(.update(title), of: Fixture.key("none"), replacing: first))
    _ = await push(
      "all or nothing", Fixture.change(.create(Fixture.todo), of: Fixture.key("2")),
      Fixture.change(.update(title), replacing: first))
    for (number, text) in OddTexts.all.prefix(20).enumerated() {
      let fields = Fixture.todo.merging(["content": .string(text)]) { $1 }
      _ = await push(
        "text \(number)", Fixture.change(.create(fields), of: Fixture.key("odd \(number)")))
    }
    for id in ["café", "cafe\u{301}", "~", "a b", "%2F", "#?&", "가"] {
      _ = await push("name", Fixture.change(.create(Fixture.todo), of: Fixture.key(id)))
    }
    if let second {
      _ = await push("a deletion", Fixture.change(.delete, replacing: second))
    }
    await read()
    let keys = [Fixture.key("1"), list, Fixture.key("none"), Fixture.key("odd 0")]
    _ = await step("fetch") { try await backend.fetch(keys) }
    return told
  }

  private func versions(_ backend: FirestoreBackend, _ kind: RecordKind) async throws -> [String] {
    var names: [String] = []
    var place: SyncCursor?
    repeat {
      guard let page = try await backend.versions(of: kind, after: place) else { break }
      names += page.versions.keys.map(\.id).sorted { $0.precedesExactly($1) }
      place = page.next
    } while place != nil
    return names
  }

  /// What a step told, without times and versions.
  private static func text(of value: Any) -> String {
    switch value {
    case let versions as [RecordVersion]: "\(versions.count) versions"
    case let records as [RemoteRecord]: records.map(text).joined(separator: "; ")
    case let pages as [ChangePage]:
      pages.map { page in
        "\(page.records.map(text)) \(page.isLast) \(page.isListing) \(page.total ?? -1)"
      }.joined(separator: "; ")
    default: "\(value)"
    }
  }

  private static func text(_ record: RemoteRecord) -> String {
    let fields = record.fields.map { fields in
      fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
    return "\(record.key) \(record.version == nil ? "no version" : "") \(fields ?? ["none"])"
  }
}

/// Passes requests on and keeps the answers.
private final class Recording: HTTPTransport {
  struct Answer: Sendable {
    let request: String
    let text: String
  }

  private let base: any HTTPTransport
  private let state = Mutex<[Answer]>([])

  init(_ base: any HTTPTransport) { self.base = base }

  var answers: [Answer] { state.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let response = try await base.send(request)
    let body = (try? JSONSerialization.jsonObject(with: response.body)) ?? "no JSON"
    let answered: [String: Any] = ["status": response.status, "body": Self.form(body)]
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .prettyPrinted]
    let data = (try? JSONSerialization.data(withJSONObject: answered, options: options)) ?? Data()
    let answer = Answer(
      request: request.body.map { String(decoding: $0.prefix(600), as: UTF8.self) } ?? request.url,
      text: String(decoding: data, as: UTF8.self))
    state.withLock { $0.append(answer) }
    return response
  }

  private static func isTime(_ text: String) -> Bool {
    text.utf8.count >= 20 && text.hasPrefix("20") && text.hasSuffix("Z") && text.contains("T")
  }

  private static func form(_ value: Any) -> Any {
    if let text = value as? String {
      if isTime(text) { return "a time" }
      if let range = text.range(of: "/documents/") { return String(text[range.lowerBound...]) }
      return text
    }
    if let parts = value as? [Any] { return parts.map { form($0) } }
    if let parts = value as? [String: Any] {
      // Sentences are for people.
      return parts.filter { $0.key != "message" && !isLeftOut($0.key, $0.value) }
        .mapValues { form($0) }
    }
    return value
  }

  /// A new document leaves out what is empty, a changed one may have it as null. The simulation does not keep the
  /// two apart; to the backend they are the same.
  private static func isLeftOut(_ name: String, _ value: Any) -> Bool {
    guard sparse.contains(name), let value = value as? [String: Any] else { return false }
    if value["nullValue"] != nil { return true }
    guard let array = value["arrayValue"] as? [String: Any] else { return false }
    return (array["values"] as? [Any] ?? []).isEmpty
  }

  private static let sparse: Set<String> = [
    "dueTime", "dueZone", "startDate", "startTime", "startZone", "reminders", "remindersAlarm",
    "snoozes", "recurrence", "recurrenceFromCompletion", "completions", "parent", "tags", "url",
    "status", "colour", "emoji", "sortOrder",
  ]
}
