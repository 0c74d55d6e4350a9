import Core

@testable import App

/// An accounts scene without a dialog over a real store.
@MainActor
final class AccountsFixture {
  let bench: SceneBench
  let presenter: AccountsPresenter
  let view = RecordingView<AccountsState>()
  let router = RecordingRouter()

  init(_ bench: SceneBench) {
    self.bench = bench
    presenter = AccountsPresenter(
      store: bench.store, commands: bench.commands, sync: bench.sync)
    presenter.view = view
    presenter.router = router
    bench.commands.alerts = router
    presenter.didLoad()
  }

  var state: AccountsState { view.state }

  func type(
    project: String = "demo", database: String = "", host: String = "127.0.0.1:8080",
    user: String = "ann"
  ) {
    presenter.didChange(.project, project)
    presenter.didChange(.database, database)
    presenter.didChange(.host, host)
    presenter.didChange(.user, user)
  }
}
