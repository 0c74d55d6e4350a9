import Basics
import Core

@testable import App
@testable import Toolkit

/// Writes down where a scene would lead, and answers alerts.
@MainActor
final class RecordingNavigator: Navigator {
  enum Call: Equatable {
    /// A dialog of which nothing more is asked, by the type of its route.
    case dialogNamed(String)
    case create(TodoDraft)
    case edit(TodoID)
    case show(TodoID)
    case select(TodoID)
    case addList
    case editList(ListID)
    case members(ListID)
    case move(TodoID)
    case chooseParent(TodoID)
    case choosePerson(AccountID, excluding: Set<ExactText>)
    case profile(AccountID)
    case addAccount
    case addCalDAVAccount
    case addOnline(String)
    case signInAgain(AccountID)
    case toast(String)
    case open(Page, isReveal: Bool)
    case delete(ListID)
    case leave(ListID)
    case listIsGone

    static func dialog(_ route: any Route.Type) -> Call { .dialogNamed("\(route)") }
  }

  let alerts = AlertRecorder()
  private(set) var calls: [Call] = []
  /// Chooses a person by user ID, as the scene that was opened last would.
  private(set) var onChoose: (@MainActor (String) -> Void)?
  /// The person who is chosen as soon as one is to be.
  var choice: Person?
  /// Whether the check button is ticked when an alert is answered; nil: it stays as it is.
  var check: Bool?

  func open(_ route: any Route) {
    calls.append(Self.call(route))
    if let route = route as? PeopleRoute,
      case .choose(_, _, _, let onChoose, let onChooseID) = route.mode
    {
      self.onChoose = onChooseID
      if let choice { onChoose(choice) }
    }
  }

  func showToast(_ notice: String) { calls.append(.toast(notice)) }

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
    case .deleted, .notSaved, .emptied: break
    case .newDetails(let draft): calls.append(.create(draft))
    }
  }

  func present(_ alert: Alert) async -> String { await alerts.present(alert) }

  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer {
    let response = await alerts.present(alert)
    return Alert.Answer(response: response, isChecked: check ?? alert.check?.isOn ?? false)
  }

  private static func call(_ route: any Route) -> Call {
    switch route {
    case let route as ListEditRoute:
      switch route.mode {
      case .create: return .addList
      case .edit(let list): return .editList(list.id)
      }
    case let route as SharingRoute: return .members(route.list.id)
    case let route as MoveRoute: return .move(route.todo.id)
    case let route as ParentRoute: return .chooseParent(route.todo.id)
    case let route as PeopleRoute:
      guard case .choose(let account, _, let excluded, _, _) = route.mode else { break }
      return .choosePerson(account, excluding: excluded)
    case let route as ProfileRoute: return .profile(route.account.id)
    case let route as SignInRoute:
      switch route.mode {
      case .add: return .addAccount
      case .again(let account, _): return .signInAgain(account.id)
      }
    case let route as CalDAVSignInRoute:
      switch route.mode {
      case .add: return .addCalDAVAccount
      case .online(let account): return .addOnline(account.id)
      case .again(let account, _): return .signInAgain(account.id)
      }
    default: break
    }
    return .dialog(type(of: route))
  }
}
