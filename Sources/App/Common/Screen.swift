/// The part of a scene that knows no widgets: it receives gestures and renders one state.
@MainActor
protocol Presenter: AnyObject {
  associatedtype State: Equatable

  /// Where the presenter renders its states.
  var screen: Screen<State> { get }
  /// Called when the view exists and waits for the first state.
  func didLoad()
}

extension Presenter {
  var isOpen: Bool { screen.isOpen }
  var navigator: (any Navigator)? { screen.navigator }

  /// Sets the navigator through which the scene opens others.
  func take(_ navigator: any Navigator) { screen.navigator = navigator }

  /// Closes the scene without saving.
  func didClose() { screen.close() }
}

/// Connects a presenter with its view: passes on each state that differs from the one before, as long as the scene is
/// open.
@MainActor
final class Screen<State: Equatable> {
  /// The state rendered last; while the view renders, still the one before.
  private(set) var rendered: State?
  /// Whether the view is rendering. Signals that its widgets emit meanwhile are not gestures of the user.
  private(set) var isRendering = false
  private(set) var isOpen = true
  /// Outlives any scene.
  weak var navigator: (any Navigator)?
  private var onRender: (@MainActor (State) -> Void)?
  private var onClose: (@MainActor () -> Void)?
  /// The state to render next.
  private var waiting: State?

  /// Connects the view.
  /// - Parameters:
  ///   - onRender: must hold the view weakly, since the view holds the presenter.
  ///   - onClose: runs once.
  func attach(
    _ onRender: @escaping @MainActor (State) -> Void,
    onClose: @escaping @MainActor () -> Void = {}
  ) {
    self.onRender = onRender
    self.onClose = onClose
  }

  /// Sets what runs when the scene is closed, in place of the earlier callback.
  func onClosed(_ run: @escaping @MainActor () -> Void) { onClose = run }

  /// Shows a state, unless it is shown already or the scene is closed.
  ///
  /// A state that arrives while the view renders is shown after that. Rendered at once, it would be partly overwritten
  /// when the view continues with the rest of the earlier state.
  func render(_ state: State) {
    waiting = state
    guard !isRendering else { return }
    while let next = waiting {
      waiting = nil
      guard isOpen, next != rendered else { continue }
      isRendering = true
      onRender?(next)
      isRendering = false
      rendered = next
    }
  }

  /// Closes the scene; a second call does nothing.
  func close() {
    guard isOpen else { return }
    isOpen = false
    onClose?()
    onRender = nil
    onClose = nil
  }
}
