import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The state of synchronisation over a real store with an account, and a server that a test plays.
@MainActor
final class SyncStatusFixture {
  let bench: SceneBench
  let account: Account
  let presenter: SyncStatusPresenter
  let view = RecordingView<SyncStatusState>()
  let navigator = RecordingNavigator()

  init(pace: Duration = .zero) async throws {
    bench = try SceneBench()
    account = try await bench.connect()
    presenter = SyncStatusPresenter(store: bench.store, sync: bench.sync, pace: pace)
    view.watch(presenter.screen)
    presenter.take(navigator)
    presenter.didLoad()
  }

  var state: SyncStatusState { view.state }
  var section: SyncStatusState.Section? { view.states.last?.sections.first }
  var banner: String? { view.states.last?.banner }
  var alerts: AlertRecorder { navigator.alerts }

  /// How many rounds in a row have ended with a problem.
  private var failures = 0

  static let refusal = SyncProblem.refused(status: 403, code: "PERMISSION_DENIED")

  /// The server of an account has answered a whole round; nil: all is well.
  func round(
    ended problem: SyncProblem?, at record: RecordKey? = nil, of account: Account? = nil
  ) async throws {
    failures = problem == nil ? 0 : failures + 1
    let retry = problem.map {
      SyncRetry(attempts: failures, notBefore: bench.time.now(), problem: $0, record: record)
    }
    try await bench.store.setAccountRetry(retry, of: (account ?? self.account).id)
  }

  /// The server refuses a record, or with nil has taken it up again.
  func refuse(_ todo: Todo, _ problem: SyncProblem? = refusal) async throws {
    // Later ones stand behind, so that it is known which one is first.
    bench.time.advance(by: .seconds(1))
    let retry = problem.map { SyncRetry(attempts: 1, notBefore: bench.time.now(), problem: $0) }
    try await bench.store.setRecordRetry(retry, for: todo.key, of: account.id)
  }

  /// To-dos that a server reports as missing.
  func deletions(of count: Int) -> [RemoteRecord] {
    (0..<count).map {
      RemoteRecord(key: .init(kind: .todo, id: "missing-\($0)"), state: .deleted, version: nil)
    }
  }

  /// Sends everything that waits.
  func sendAll() async throws {
    let keys = try await bench.store.pendingKeys(of: account.id).map(\.key)
    let changes = try await bench.store.beginPush(keys, of: account.id)
    let versions = changes.map { _ in RecordVersion(tag: "v1") }
    try await bench.store.acknowledge(changes, versions: versions)
  }

  func shows(_ banner: String?, file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(banner ?? "no banner")", file: file, line: line) {
      !state.sections.isEmpty && self.banner == banner
    }
  }

  func shows(
    _ condition: SyncStatusState.Condition, _ label: String, file: StaticString = #filePath,
    line: UInt = #line
  ) async {
    await eventually("\(condition), \(label)", file: file, line: line) {
      state.button == .init(condition: condition, label: label)
    }
  }

  func asks(_ count: Int, file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(count) alerts", file: file, line: line) { alerts.alerts.count == count }
  }

  /// Waits until the presenter has seen everything so far: a banner no test uses comes and goes.
  func hasSeenAll() async throws {
    let before = try await bench.store.accountRetry(of: account.id)
    let shown = banner
    try await round(ended: .unreachable)
    await eventually("the banner") { banner?.hasPrefix("Offline") == true }
    try await round(ended: before?.problem, at: before?.record)
    await shows(shown)
    await bench.waitUntilIdle()
  }
}
