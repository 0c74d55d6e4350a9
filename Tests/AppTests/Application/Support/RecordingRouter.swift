import Basics
import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The way out of any scene: writes down where it would lead, and answers alerts.
@MainActor
final class RecordingRouter {
  var notice: String?
  var isTyping = false
  enum Call: Equatable {
    case open(Page, isReveal: Bool)
    case addList
    case rename(ListID)
    case delete(ListID)
    case edit(TodoID)
    case show(TodoID)
    case create(TodoDraft)
    case listDidDisappear
    case didCancel
    case didFinish
    case didFinishList(String)
    case addAccount
    case signInAgain(AccountID)
    case showInvitations
    case share(ListID)
    case leave(ListID)
    case choosePerson(AccountID, excluding: Set<ExactText>)
    case showTrash
    case tell(String)
    case choosePerson(AccountID, excluded: Set<ExactText>)
    case didChoose(String)
    case editProfile(AccountID)
    case didSaveProfile
    case didKeepProfile(AccountID)
  }

  let alerts = AlertRecorder()
  private(set) var calls: [Call] = []
  /// Chooses a person, as the scene that was opened last would.
  private(set) var onChoose: (@MainActor (String) -> Void)?
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
  func show(_ todo: Todo) { calls.append(.show(todo.id)) }
  func create(_ draft: TodoDraft) { calls.append(.create(draft)) }
  func showInvitations() { calls.append(.showInvitations) }
  func share(_ list: TodoList) { calls.append(.share(list.id)) }
  func leave(_ list: TodoList) { calls.append(.leave(list.id)) }
  func listDidDisappear() { calls.append(.listDidDisappear) }
}

extension RecordingRouter: AddListRouter, EditTaskRouter, AccountsRouter, SignInRouter,
  RecoveryRouter, ContentsRouter, SharingRouter, PartingRouter, PreferencesRouter, InvitationsRouter
{
  func didCancel() { calls.append(.didCancel) }
  func didFinish() { calls.append(.didFinish) }
  func didKeepProfile(of account: AccountID) { calls.append(.didKeepProfile(account)) }
  func choosePerson(
    account: AccountID, excluding excluded: Set<ExactText>,
    onChoose: @escaping @MainActor (String) -> Void
  ) {
    calls.append(.choosePerson(account, excluding: excluded))
    self.onChoose = onChoose
  }
  func tell(_ notice: String) { calls.append(.tell(notice)) }
  func showTrash() { calls.append(.showTrash) }
  func addAccount() { calls.append(.addAccount) }
  func signInAgain(_ account: Account) { calls.append(.signInAgain(account.id)) }
  func choosePerson(
    of account: AccountID, excluding excluded: Set<ExactText>,
    _ onChoose: @escaping @MainActor (Person) -> Void
  ) {
    calls.append(.choosePerson(account, excluded: excluded))
    if let choice { onChoose(choice) }
  }
  func didFinish(_ list: TodoList, notice: String?) {
    calls.append(.didFinishList(list.name))
    self.notice = notice
  }
}

extension RecordingRouter: PeopleRouter, ProfileRouter {
  func didChoose(_ person: Person) { calls.append(.didChoose(person.id)) }
  func editProfile(of account: Account) { calls.append(.editProfile(account.id)) }
  func didSave() { calls.append(.didSaveProfile) }
}
