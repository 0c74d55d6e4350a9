import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A scene with the accounts without a dialog over a real store.
@MainActor
final class AccountsFixture {
  let bench: SceneBench
  let presenter: AccountsPresenter
  let view = RecordingView<AccountsState>()
  let navigator = RecordingNavigator()

  init(_ bench: SceneBench) {
    self.bench = bench
    presenter = AccountsPresenter(
      store: bench.store, commands: bench.commands, sync: bench.sync, signing: bench.signing)
    view.watch(presenter.screen)
    presenter.take(navigator)
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  /// The scene once its accounts have been read.
  static func loaded(_ bench: SceneBench) async throws -> AccountsFixture {
    let scene = AccountsFixture(bench)
    let count = try await bench.store.accounts().count
    await eventually("the accounts") {
      scene.state.rows.count == count && scene.state.isEmpty == (count == 0)
    }
    return scene
  }

  var state: AccountsState { view.state }

  func names() async throws -> [String] { try await bench.store.accounts().map(\.name) }

  /// Waits for the next alert.
  func alert(number: Int) async -> Alert? {
    await eventually("alert \(number)") { self.navigator.alerts.alerts.count == number }
    return navigator.alerts.alerts.last
  }
}

extension Account {
  /// An account whose user has signed in.
  static func signedIn(
    user: String = "uid", email: String = "ann@example.com", host: String = "127.0.0.1:8080"
  ) throws -> Account {
    Account(
      firestore: try .demo(user: user, host: host),
      signIn: SignIn(
        email: email,
        identity: try IdentitySettings(
          apiKey: "key", identityHost: "127.0.0.1:1", tokenHost: "127.0.0.1:2")))
  }
}

extension FirestoreSettings {
  /// The server of ``Account/signedIn(user:email:host:)``.
  static func demo(
    user: String = "uid", host: String = "127.0.0.1:8080"
  ) throws -> FirestoreSettings {
    try FirestoreSettings(project: "demo", host: host, user: user)
  }
}

extension SyncRetry {
  static func sample(_ problem: SyncProblem) -> SyncRetry {
    SyncRetry(
      attempts: 1, notBefore: Timestamp(milliseconds: 4_000_000_000_000), problem: problem,
      record: nil)
  }
}
