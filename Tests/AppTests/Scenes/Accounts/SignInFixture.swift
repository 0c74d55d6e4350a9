import Basics
import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A scene in which somebody signs in, without a dialog, over a real store.
@MainActor
final class SignInFixture {
  let bench: SceneBench
  let presenter: SignInPresenter
  let view = RecordingView<SignInState>()
  let navigator = RecordingNavigator()

  init(_ bench: SceneBench, _ mode: SignInPresenter.Mode = .add) {
    self.bench = bench
    presenter = SignInPresenter(
      mode: mode, store: bench.store, commands: bench.commands, sync: bench.sync,
      signing: bench.signing, profiles: bench.profiles)
    view.watch(presenter.screen)
    presenter.take(navigator)
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  /// The scene once accounts and lists have been read.
  static func loaded(_ bench: SceneBench, _ mode: SignInPresenter.Mode = .add) async throws
    -> SignInFixture
  {
    let scene = SignInFixture(bench, mode)
    await eventually("the accounts") { scene.presenter.isLoaded }
    return scene
  }

  var state: SignInState { view.state }

  func type(_ texts: [SignInForm.Field: String]) {
    for (field, text) in texts { presenter.didChange(field, text) }
  }

  /// All that signing in needs.
  func typeAll(password: String = "secret-1") {
    type([
      .project: "demo", .apiKey: "key", .email: " ann@example.com ", .password: password,
      .host: "127.0.0.1:8080", .identityHost: "127.0.0.1:1", .tokenHost: "127.0.0.1:2",
    ])
  }

  func accounts() async throws -> [Account] { try await bench.store.accounts() }
}
