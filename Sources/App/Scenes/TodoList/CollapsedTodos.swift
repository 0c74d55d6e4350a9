import Core
import Platform

/// The to-dos whose subtasks are left out on this computer, over restarts.
@MainActor
final class CollapsedTodos {
  private(set) var ids: Set<TodoID>
  /// The newest last.
  private var inOrder: [TodoID]
  private let settings: Settings?
  /// More are not remembered: those that were collapsed first are shown expanded.
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
