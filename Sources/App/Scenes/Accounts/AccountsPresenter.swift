import Core

/// Sets up the server that keeps the lists, or takes it away.
@MainActor
final class AccountsPresenter {
  private let store: TodoStore
  private let commands: CommandQueue
  private let sync: any SyncControlling
  weak var view: (any AccountsViewing)?
  weak var router: (any AccountsRouter)?

  private var state = AccountsState()
  private var rendered: AccountsState?
  private var account: Account?

  init(store: TodoStore, commands: CommandQueue, sync: any SyncControlling) {
    self.store = store
    self.commands = commands
    self.sync = sync
  }

  // MARK: Gestures

  func didLoad() {
    render()
    Task { [store, weak self] in
      do throws(StoreError) {
        self?.accountDidChange(try await store.accounts().first)
      } catch {
        await self?.show(error)
      }
    }
  }

  func didChange(_ field: AccountsState.Field, _ text: String) {
    state.texts[field] = text
    if state.problem?.field == field { state.problem = nil }
    render()
  }

  func didCancel() {
    router?.didFinish()
  }

  /// Connects the account that was typed in; asks first if that changes the server.
  func didConnect() {
    guard let settings = settings() else { return }
    let account = Account(firestore: settings)
    guard account != self.account else {
      router?.didFinish()
      return
    }
    Task {
      if self.account != nil {
        let answer = await self.router?.present(Self.changeQuestion)
        guard answer == "change" else { return }
      }
      self.run { [store = self.store] () throws(StoreError) in try await store.connect(account) }
    }
  }

  /// Takes the account away after asking.
  func didRemove() {
    guard let account else { return }
    Task {
      do throws(StoreError) {
        let waiting = try await self.store.syncSummary(of: account.id).waiting
        guard await self.router?.present(Self.removeQuestion(waiting)) == "remove" else { return }
        self.run { [store = self.store] () throws(StoreError) in
          try await store.disconnect(account.id)
        }
      } catch {
        await self.show(error)
      }
    }
  }

  // MARK: Parts

  private func settings() -> FirestoreSettings? {
    do throws(FirestoreSettings.Problem) {
      return try FirestoreSettings(
        project: text(.project), database: text(.database), host: text(.host), user: text(.user))
    } catch {
      let (field, text) = Self.describe(error)
      state.problem = (field, text)
      render()
      return nil
    }
  }

  private static func describe(_ problem: FirestoreSettings.Problem)
    -> (AccountsState.Field, String)
  {
    switch problem {
    case .projectMissing: (.project, tr("Enter the ID of the Google Cloud project."))
    case .projectMalformed: (.project, tr("This is not a project ID."))
    case .databaseMalformed: (.database, tr("This is not a database ID."))
    case .hostMalformed: (.host, tr("Enter a host name, with a port if needed."))
    case .userMissing: (.user, tr("Enter the user ID."))
    case .userMalformed: (.user, tr("This is not a user ID."))
    }
  }

  private static var changeQuestion: Alert {
    Alert(
      title: tr("Change the Server?"),
      body: tr("Your lists stay on this computer and are sent to the new server."),
      responses: [.init("cancel", tr("_Cancel")), .init("change", tr("C_hange"), .suggested)],
      defaultResponse: "change", closeResponse: "cancel")
  }

  private static func removeQuestion(_ waiting: Int) -> Alert {
    let stays = tr("Your lists stay on this computer and on the server.")
    let lost =
      waiting == 0
      ? ""
      : "\n\n"
        + ntr(
          "%d change has not reached the server and will stay on this computer only.",
          "%d changes have not reached the server and will stay on this computer only.", waiting)
    return Alert(
      title: tr("Remove the Account?"), body: stays + lost,
      responses: [.init("cancel", tr("_Cancel")), .init("remove", tr("_Remove"), .destructive)],
      defaultResponse: "cancel", closeResponse: "cancel")
  }

  private func run(_ command: @escaping CommandQueue.Command) {
    commands.run { [sync, weak self] () throws(StoreError) in
      try await command()
      sync.syncNow()
      self?.router?.didFinish()
    } failing: { _ in
      tr("The Account Was Not Saved")
    }
  }

  private func accountDidChange(_ account: Account?) {
    self.account = account
    if let account {
      switch account.service {
      case .firestore(let settings):
        state.texts = [
          .project: settings.project, .database: settings.database, .host: settings.host,
          .user: settings.user,
        ]
      }
    }
    state.isConnected = account != nil
    render()
  }

  private func text(_ field: AccountsState.Field) -> String { state.texts[field] ?? "" }

  private func show(_ error: StoreError) async {
    _ = await router?.present(ErrorText.alert(error, title: tr("To-Dos Cannot Be Read")))
  }

  private func render() {
    state.canConnect =
      TodoContent.normalized(text(.project)) != nil && TodoContent.normalized(text(.user)) != nil
    guard state != rendered else { return }
    view?.render(state)
    rendered = state
  }
}
