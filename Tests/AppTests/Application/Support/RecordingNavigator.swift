import Basics
import Core

@testable import App
@testable import Toolkit

/// Writes down where a scene would lead, and answers alerts.
@MainActor
final class RecordingNavigator: Navigator {
  enum Call: Equatable {
    case accounts
    case contents
    case create(TodoDraft)
    case edit(TodoID)
    case show(TodoID)
    case select(TodoID)
    case invitations
    case addList
    case editList(ListID)
    case members(ListID)
    case move(TodoID)
    case chooseParent(TodoID)
    case chooseTimeZone
    case people
    case choosePerson(AccountID, excluding: Set<ExactText>)
    case preferences
    case profile(AccountID)
    case recovery
    case addAccount
    case addCalDAVAccount
    case addOnline(String)
    case signInAgain(AccountID)
    case tell(String)
    case open(Page, isReveal: Bool)
    case delete(ListID)
    case leave(ListID)
    case listIsGone
  }

  let alerts = AlertRecorder()
  private(set) var calls: [Call] = []
  /// Chooses a person by user ID, as the scene that was opened last would.
  private(set) var onChoose: (@MainActor (String) -> Void)?
  /// The person who is chosen as soon as one is to be.
  var choice: Person?
  /// Whether the check button is ticked when an alert is answered; nil: it stays as it is.
  var check: Bool?

  func open(_ route: Route) {
    calls.append(Self.call(route))
    if case .people(.choose(_, _, _, let onChoose, let onChooseID)) = route {
      self.onChoose = onChooseID
      if let choice { onChoose(choice) }
    }
  }

  func tell(_ notice: String) { calls.append(.tell(notice)) }

  func note(_ exit: MainListPresenter.Exit) {
    switch exit {
    case .open(let page, let isReveal): calls.append(.open(page, isReveal: isReveal))
    case .newList: calls.append(.addList)
    }
  }

  func note(_ exit: TodoListPresenter.Exit) {
    switch exit {
    case .delete(let list): calls.append(.delete(list))
    case .leave(let list): calls.append(.leave(list))
    case .listIsGone: calls.append(.listIsGone)
    case .details(let id, let isReadOnly): calls.append(isReadOnly ? .show(id) : .edit(id))
    case .selected(let id, _): calls.append(.select(id))
    case .deleted, .notSaved: break
    case .newDetails(let draft): calls.append(.create(draft))
    }
  }

  func present(_ alert: Alert) async -> String { await alerts.present(alert) }

  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer {
    let response = await alerts.present(alert)
    return Alert.Answer(response: response, isChecked: check ?? alert.check?.isOn ?? false)
  }

  private static func call(_ route: Route) -> Call {
    switch route {
    case .accounts: .accounts
    case .contents: .contents
    case .invitations: .invitations
    case .listEdit(.create, _): .addList
    case .listEdit(.edit(let list), _): .editList(list.id)
    case .members(let list): .members(list.id)
    case .moveTo(let todo): .move(todo.id)
    case .parent(let todo): .chooseParent(todo.id)
    case .people(.browse): .people
    case .people(.choose(let account, _, let excluded, _, _)):
      .choosePerson(account, excluding: excluded)
    case .preferences: .preferences
    case .profile(let account): .profile(account.id)
    case .recovery: .recovery
    case .signIn(.add): .addAccount
    case .signIn(.again(let account)): .signInAgain(account.id)
    case .signInCalDAV(.add): .addCalDAVAccount
    case .signInCalDAV(.online(let account)): .addOnline(account.id)
    case .signInCalDAV(.again(let account, _)): .signInAgain(account.id)
    case .timeZone: .chooseTimeZone
    }
  }
}
