import Core
import Platform

/// What the user did in a window and can take back, newest first to go.
///
/// It lives as long as the window. A command is taken back as far as nobody else has changed the same since,
/// see ``Core/TodoStore/undo(_:)``.
@MainActor
final class UndoHistory {
  /// A command that can be taken back or made again.
  struct Entry {
    let number: Int
    /// What it did, as a menu names it.
    let title: String
    let step: UndoStep
  }

  /// So many commands are remembered.
  static let limit = 100

  /// Where commands have to be given to be remembered.
  let store: TodoStore
  private let recorder = UndoRecorder()
  private let commands: CommandQueue
  private(set) var undoable: [Entry] = []
  private(set) var redoable: [Entry] = []
  private var last = 0
  /// Runs when another command would be the next to be undone or redone.
  var onChange: (@MainActor () -> Void)?
  /// Gets a command that deleted something, with the name of what is gone.
  var onDeletion: (@MainActor (_ title: String, _ number: Int) -> Void)?
  /// Gets what is worth telling.
  var onNotice: (@MainActor (String) -> Void)?

  init(store: TodoStore, commands: CommandQueue) {
    self.store = store.recording(in: recorder)
    self.commands = commands
    commands.onCommand = { [weak self] in self?.collect() }
  }

  func undo() {
    if let entry = undoable.last { undo(entry) }
  }

  /// Takes back a certain command, unless that has been done.
  func undo(_ number: Int) {
    if let entry = undoable.last(where: { $0.number == number }) { undo(entry) }
  }

  func redo() {
    guard let entry = redoable.last else { return }
    run(entry, from: \.redoable, to: \.undoable, tr("Redone: %s", entry.title))
  }

  private func undo(_ entry: Entry) {
    run(entry, from: \.undoable, to: \.redoable, tr("Undone: %s", entry.title))
  }

  /// Takes back what a command or its undoing did. It leaves its place at once, so that the next key means the
  /// next command, and comes back to it if that fails.
  private func run(
    _ entry: Entry, from place: ReferenceWritableKeyPath<UndoHistory, [Entry]>,
    to other: ReferenceWritableKeyPath<UndoHistory, [Entry]>, _ notice: String
  ) {
    guard let index = self[keyPath: place].lastIndex(where: { $0.number == entry.number }) else {
      return
    }
    self[keyPath: place].remove(at: index)
    onChange?()
    commands.run { [store, weak self] () throws(StoreError) in
      let opposite = try await store.undo(entry.step)
      guard !opposite.isEmpty else {
        self?.onNotice?(tr("It has been changed since and stays as it is"))
        return
      }
      self?[keyPath: other].append(
        Entry(number: entry.number, title: entry.title, step: opposite))
      self?.onChange?()
      self?.onNotice?(notice)
    } failing: { _ in
      tr("The Change Was Not Saved")
    } onFailure: { [weak self] _ in
      self?[keyPath: place].append(entry)
      self?.onChange?()
    }
  }

  /// Takes in what was done since the last time. What was undone before it cannot be made again.
  private func collect() {
    let steps = recorder.take()
    guard !steps.isEmpty else { return }
    redoable = []
    for step in steps {
      last += 1
      undoable.append(Entry(number: last, title: UndoText.title(of: step), step: step))
      if let title = UndoText.deleted(step) { onDeletion?(title, last) }
    }
    undoable.removeFirst(max(0, undoable.count - Self.limit))
    onChange?()
  }
}
