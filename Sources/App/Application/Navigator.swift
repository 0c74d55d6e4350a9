import Core
import Platform
import Service
import Toolkit

/// Where scenes lead: every dialog, with what it begins with.
enum Route {
  case accounts
  case contents
  /// - Parameter onSave: runs once the to-do is in the store; the dialog is closed then.
  case editTodo(EditTaskPresenter.Mode, onSave: @MainActor () -> Void = {})
  case invitations
  /// Asks for the name of a list.
  /// - Parameter onFinish: gets the list, made or renamed; the dialog is closed then.
  case listName(AddListPresenter.Mode, onFinish: @MainActor (TodoList) -> Void = { _ in })
  case members(TodoList)
  case people(PeopleMode)
  case preferences
  case profile(Account)
  case recovery(RecoveryState.Page)
  case signIn(SignInPresenter.Mode)
}

/// Shows alerts over the right window.
@MainActor
protocol AlertPresenting: AnyObject {
  /// Shows an alert and waits for the answer.
  /// - Returns: the id of the chosen response, see ``Alert``.
  func present(_ alert: Alert) async -> String
  /// Shows an alert that nobody asked for, and waits for the answer. It waits for a pause in typing: a
  /// key meant for the entry must not answer it unread.
  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer
}

/// What a presenter knows of the world outside its scene.
@MainActor
protocol Navigator: AlertPresenting {
  /// Opens a dialog, unless one of its kind is open.
  func open(_ route: Route)
  /// Shows a short message that goes by itself.
  func tell(_ notice: String)
}

extension AlertPresenting {
  /// Tells that the store could not be read. What was only called off is not told.
  func presentReadingFailure(_ error: StoreError) async {
    guard error != .cancelled else { return }
    _ = await presentWhenQuiet(ErrorText.alert(error, title: tr("To-Dos Cannot Be Read")))
  }
}
