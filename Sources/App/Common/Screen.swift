/// The side of a scene that knows no widgets: it takes gestures and renders one state.
@MainActor
protocol Presenter: AnyObject {
  associatedtype State: Equatable

  /// Where its states are shown.
  var screen: Screen<State> { get }
  /// The view is there and waits for the first state.
  func didLoad()
}

extension Presenter {
  var isOpen: Bool { screen.isOpen }
  var navigator: (any Navigator)? { screen.navigator }

  /// Takes in where the scene leads.
  func take(_ navigator: any Navigator) { screen.navigator = navigator }

  /// The scene is to be closed; nothing is kept.
  func didClose() { screen.close() }
}

/// What stands between a presenter and its view: passes on only states that differ, for as long as the
/// scene is open.
@MainActor
final class Screen<State: Equatable> {
  /// What was rendered last; while the view renders, what was rendered before that.
  private(set) var rendered: State?
  /// Whether the view renders now: what its widgets signal meanwhile is nobody's gesture.
  private(set) var isRendering = false
  private(set) var isOpen = true
  /// Lives longer than any scene.
  weak var navigator: (any Navigator)?
  private var onRender: (@MainActor (State) -> Void)?
  private var onClose: (@MainActor () -> Void)?
  /// What is to be shown next.
  private var waiting: State?

  /// Takes the view in.
  /// - Parameters:
  ///   - onRender: holds the view weakly, which holds the presenter.
  ///   - onClose: runs once.
  func attach(
    _ onRender: @escaping @MainActor (State) -> Void,
    onClose: @escaping @MainActor () -> Void = {}
  ) {
    self.onRender = onRender
    self.onClose = onClose
  }

  /// Takes in what runs when the scene is closed, in the place of what was taken in before.
  func onClosed(_ run: @escaping @MainActor () -> Void) { onClose = run }

  /// Shows a state, unless it is on show already or the scene is closed.
  ///
  /// One that comes while the view renders is shown after that. If it were shown at once, the view would then go on
  /// with the rest of the earlier one, and neither would be on show.
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

  /// Closes the scene; closing twice does no harm.
  func close() {
    guard isOpen else { return }
    isOpen = false
    onClose?()
    onRender = nil
    onClose = nil
  }
}
