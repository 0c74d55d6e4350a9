import Basics
import Core
import Sync
import TestSupport
import XCTest

private typealias Fixture = FirestoreFixture

/// The server of the simulation answers on the wire as the official emulator does. The same story is told to
/// both, and all that they answer is compared, except for the times.
final class SimulatedFirestoreTests: XCTestCase {
  func testItAnswersAsTheEmulatorDoes() async throws {
    let emulator = try await emulator()
    let (real, simulated) = (RecordingTransport(SoupTransport()), RecordingTransport(simulation))
    let realAnswers = try await answers(
      try FirestoreSettings(project: emulator.project, host: emulator.host, user: "ann"), real,
      SystemSyncClock())
    let simulatedAnswers = try await answers(
      try FirestoreSettings(project: "p", host: emulator.host, user: "ann"), simulated,
      ManualClock())
    XCTAssertEqual(realAnswers, simulatedAnswers, "what the backend makes of it")
    RecordingTransport.assertEqualAnswers(real, simulated, atLeast: 30)
  }

  private var simulation: SimulatedFirestore { .init(SimulatedServer(), user: "ann") }

  // MARK: The story

  private let list = RecordKey(kind: .list, id: "l")

  /// - Returns: what the backend answered at each step.
  private func answers(
    _ settings: FirestoreSettings, _ transport: RecordingTransport, _ clock: any SyncClock
  ) async throws -> [String] {
    let backend = FirestoreBackend(
      settings: settings, transport: transport, clock: clock, pageSize: 3)
    let log = RequestLog()
    func push(_ name: String, _ changes: PendingChange...) async -> RecordVersion? {
      await log.push(name, changes, to: backend)
    }

    await log.read([.list, .todo], from: backend)
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
    await log.read([.list, .todo], from: backend)
    let keys = [Fixture.key("1"), list, Fixture.key("none"), Fixture.key("odd 0")]
    _ = await log.step("fetch") { try await backend.fetch(keys) }
    return log.lines
  }
}
