import Basics

@testable import Core

/// What users wrote, and what of it somebody knowingly wrote over.
final class WritingLog {
  private var next = 0
  private(set) var unread: Set<String> = []

  func newText() -> String {
    next += 1
    unread.insert("text \(next)")
    return "text \(next)"
  }

  func wasWrittenOver(_ text: String) { unread.remove(text) }
}

/// Does what a user may do with what is on the screen.
final class User {
  let device: Device
  let log: WritingLog
  private let recorder = UndoRecorder()
  private var done: [UndoStep] = []
  private var undone: [UndoStep] = []

  init(device: Device, log: WritingLog) {
    (self.device, self.log) = (device, log)
  }

  func act(_ chances: inout SeededChances) async throws {
    let store = device.bench.store.recording(in: recorder)
    defer { done += recorder.take() }
    let lists = try await store.lists()
    let todos = try await store.read { try Todo.fetch($0, "ORDER BY id") }
    guard let list = lists.randomElement(using: &chances) else {
      try await store.addList(named: log.newText())
      return
    }
    let todo = todos.randomElement(using: &chances)
    switch Int.random(in: 0..<23, using: &chances) {
    case 0: try await store.addList(named: log.newText())
    case 1:
      log.wasWrittenOver(list.name)
      try await store.renameList(list.id, to: log.newText())
    case 2: try await store.deleteList(list.id)
    case 3..<9:
      let id = TodoID(rawValue: store.makeID())
      try await store.add(TodoDraft(id: id, listID: list.id, content: log.newText()))
    case 9..<13:
      guard let todo else { return }
      log.wasWrittenOver(todo.content)
      try await store.update(todo.id, to: TodoDraft(id: todo.id, content: log.newText()))
    case 13: if let todo { try await store.setDone(todo.id, !todo.isDone) }
    case 14: if let todo { try await store.setStarred(todo.id, !todo.priority.isStarred) }
    case 15..<17:
      guard let todo else { return }
      _ = try await store.delete(todo.id)
    case 17:
      if let item = try await store.trash().randomElement(using: &chances) {
        try await writeOver(item.key)
        try await store.restoreFromTrash(item.id)
      }
    case 18:
      if let conflict = try await store.recentConflicts().randomElement(using: &chances) {
        guard try await writeOver(conflict.key) else { return }
        try await store.restoreConflict(conflict.id)
      }
    case 19, 20: try await takeBack(&done, into: &undone)
    case 21: try await takeBack(&undone, into: &done)
    default:
      let keys = try await store.pendingRecords(of: device.account)
      guard let key = keys.randomElement(using: &chances) else { return }
      let remote = device.server.read(key)
      try await store.discard(
        key, of: device.account, restoring: remote.state == .absent ? nil : remote)
    }
  }

  /// Takes back the newest step, whatever has happened to its records since.
  private func takeBack(_ steps: inout [UndoStep], into others: inout [UndoStep]) async throws {
    guard let step = steps.popLast() else { return }
    for edit in step.edits { try await writeOver(edit.key) }
    others.append(try await device.bench.store.undo(step))
  }

  /// Notes that the user saw the present text of a record and decided for another one.
  /// - Returns: whether the record is there.
  @discardableResult
  private func writeOver(_ key: RecordKey) async throws -> Bool {
    guard let fields = try await device.records()[key] else { return false }
    if case .string(let text)? = fields["content"] ?? fields["name"] { log.wasWrittenOver(text) }
    return true
  }
}
