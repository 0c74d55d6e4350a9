import Core
import Platform

/// The to-dos whose subtasks are hidden on this computer, remembered across restarts.
@MainActor
final class CollapsedTodos {
  private(set) var ids: Set<TodoID>
  /// In the order of collapsing, the latest last.
  private var inOrder: [TodoID]
  private let settings: Settings?
  /// The maximum number remembered; beyond it, those collapsed first are shown expanded again.
  static let limit = 500

  /// - Parameter settings: nil remembers nothing.
  init(settings: Settings? = nil) {
    self.settings = settings
    inOrder = (settings?.collapsedTodos ?? []).suffix(Self.limit).map(TodoID.init(rawValue:))
    ids = Set(inOrder)
  }

  func set(_ id: TodoID, _ isCollapsed: Bool) {
    guard isCollapsed != ids.contains(id) else { return }
    inOrder.removeAll { $0 == id }
    if isCollapsed { inOrder.append(id) }
    inOrder = inOrder.suffix(Self.limit)
    ids = Set(inOrder)
    settings?.collapsedTodos = inOrder.map(\.rawValue)
  }
}
