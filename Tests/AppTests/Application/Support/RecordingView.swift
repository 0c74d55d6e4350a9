@testable import App

/// A screen without widgets: keeps every state it was given.
@MainActor
class RecordingView<State: Equatable> {
  private(set) var states: [State] = []

  /// The state on show; a test that asks before the first one is wrong.
  var state: State { states[states.count - 1] }

  func watch(_ screen: Screen<State>) {
    screen.attach { [weak self] in self?.render($0) }
  }

  func render(_ state: State) { states.append(state) }
}
