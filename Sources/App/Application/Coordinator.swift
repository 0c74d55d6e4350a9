/// Owns the navigation of one scene: makes it, shows the next one, and is dropped by its parent when
/// it has finished.
@MainActor
class Coordinator {
  private(set) weak var parent: Coordinator?
  private(set) var children: [Coordinator] = []

  /// Shows the scene. To be called once.
  func start() {}

  /// Takes a child in and starts it.
  final func begin(_ child: Coordinator) {
    child.parent = self
    children.append(child)
    child.start()
  }

  /// Drops this coordinator from its parent, which takes over the children that are left: a dialog
  /// that is open stays usable when the page below it is replaced.
  final func finish() {
    guard let parent else { return }
    for child in children { child.parent = parent }
    parent.children.removeAll { $0 === self }
    parent.children += children
    children = []
    self.parent = nil
  }
}
