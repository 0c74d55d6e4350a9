import Core

@testable import App

/// The way out of any scene: writes down where it would lead, and answers alerts.
@MainActor
final class RecordingRouter {
  enum Call: Equatable {
    case open(Page, isReveal: Bool)
    case addList
    case rename(ListID)
    case delete(ListID)
    case edit(TodoID)
    case create(TodoDraft)
    case listDidDisappear
    case didCancel
    case didFinish
    case didFinishList(String)
    case addAccount
    case signInAgain(AccountID)
    case choosePerson(AccountID, excluded: Set<String>)
    case didChoose(String)
    case editProfile(AccountID)
    case didSaveProfile
  }

  let alerts = AlertRecorder()
  private(set) var calls: [Call] = []
  /// The person who is chosen as soon as one is to be.
  var choice: Person?
}

extension RecordingRouter: AlertPresenting {
  func present(_ alert: Alert) async -> String { await alerts.present(alert) }
}

extension RecordingRouter: MainListRouter, TodoListRouter {
  func open(_ page: Page, isReveal: Bool) { calls.append(.open(page, isReveal: isReveal)) }
  func addList() { calls.append(.addList) }
  func rename(_ list: TodoList) { calls.append(.rename(list.id)) }
  func delete(_ list: TodoList) { calls.append(.delete(list.id)) }
  func edit(_ todo: Todo) { calls.append(.edit(todo.id)) }
  func create(_ draft: TodoDraft) { calls.append(.create(draft)) }
  func listDidDisappear() { calls.append(.listDidDisappear) }
}

extension RecordingRouter: AddListRouter, EditTaskRouter, AccountsRouter, SignInRouter,
  RecoveryRouter
{
  func didCancel() { calls.append(.didCancel) }
  func didFinish() { calls.append(.didFinish) }
  func addAccount() { calls.append(.addAccount) }
  func signInAgain(_ account: Account) { calls.append(.signInAgain(account.id)) }
  func choosePerson(
    of account: AccountID, excluding excluded: Set<String>,
    _ onChoose: @escaping @MainActor (Person) -> Void
  ) {
    calls.append(.choosePerson(account, excluded: excluded))
    if let choice { onChoose(choice) }
  }
  func didFinish(_ list: TodoList) { calls.append(.didFinishList(list.name)) }
}

extension RecordingRouter: PeopleRouter, ProfileRouter {
  func didChoose(_ person: Person) { calls.append(.didChoose(person.id)) }
  func editProfile(of account: Account) { calls.append(.editProfile(account.id)) }
  func didSave() { calls.append(.didSaveProfile) }
}
