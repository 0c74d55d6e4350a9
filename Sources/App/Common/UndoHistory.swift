import Core
import Platform

/// The commands that the user can undo in a window, the latest first.
///
/// It lives as long as the window. A value that somebody else has changed since is not reset, see
/// ``Core/TodoStore/undo(_:)``.
@MainActor
final class UndoHistory {
  /// A command that can be undone or redone.
  struct Entry {
    let number: Int
    /// The command's name in a menu.
    let title: String
    let step: UndoStep
  }

  /// The maximum number of remembered commands.
  static let limit = 100

  /// The store that records commands here; commands given to another instance cannot be undone.
  let store: TodoStore
  private let recorder = UndoRecorder()
  private let commands: CommandQueue
  private(set) var undoable: [Entry] = []
  private(set) var redoable: [Entry] = []
  private var last = 0
  /// Runs when the next command to undo or redo has changed.
  var onChange: (@MainActor () -> Void)?
  /// Called for a command that deleted something, with the name of the deleted item.
  var onDeletion: (@MainActor (_ title: String, _ number: Int) -> Void)?
  /// Called with a command's outcome, see ``CommandQueue/reportOutcome(_:)``.
  var onOutcome: (@MainActor (_ text: String, _ number: Int) -> Void)?
  /// Called with a message for the user.
  var onNotice: (@MainActor (String) -> Void)?

  init(store: TodoStore, commands: CommandQueue) {
    self.store = store.recording(in: recorder)
    self.commands = commands
    commands.onCommand = { [weak self] in self?.collect() }
  }

  /// Undoes the last command, even if it is still being written to disk.
  /// - Parameters:
  ///   - isMeant: selects the commands that can be undone here; others are left alone.
  ///   - notify: receives the message, in place of ``onNotice``.
  func undo(
    where isMeant: @escaping (UndoStep) -> Bool = { _ in true },
    notify: (@MainActor (String) -> Void)? = nil
  ) {
    run(from: \.undoable, to: \.redoable, notify) {
      isMeant($0.step)
    } notice: {
      tr("Undone: %s", $0)
    }
  }

  /// Undoes a certain command, unless it is undone already.
  func undo(_ number: Int) {
    run(from: \.undoable, to: \.redoable) {
      $0.number == number
    } notice: {
      tr("Undone: %s", $0)
    }
  }

  /// Redoes the command that was undone last.
  /// - Parameters:
  ///   - isMeant: selects the commands that can be redone here.
  ///   - notify: receives the message, in place of ``onNotice``.
  func redo(
    where isMeant: @escaping (UndoStep) -> Bool = { _ in true },
    notify: (@MainActor (String) -> Void)? = nil
  ) {
    run(from: \.redoable, to: \.undoable, notify) {
      isMeant($0.step)
    } notice: {
      tr("Redone: %s", $0)
    }
  }

  /// Undoes or redoes the last selected entry of a list, after all commands given before.
  private func run(
    from place: ReferenceWritableKeyPath<UndoHistory, [Entry]>,
    to other: ReferenceWritableKeyPath<UndoHistory, [Entry]>,
    _ notify: (@MainActor (String) -> Void)? = nil,
    where isMeant: @escaping (Entry) -> Bool,
    notice: @escaping @MainActor (String) -> String
  ) {
    commands.run { [store, weak self] () throws(StoreError) in
      guard let self, let index = self[keyPath: place].lastIndex(where: isMeant) else { return }
      let show = notify ?? onNotice
      let entry = self[keyPath: place][index]
      let opposite: UndoStep
      do throws(StoreError) {
        opposite = try await store.undo(entry.step)
      } catch {
        guard error == .notAllowed else { throw error }
        // If the entry stayed, it would block undoing all earlier commands.
        self[keyPath: place].removeAll { $0.number == entry.number }
        show?(tr("You can only read this list"))
        onChange?()
        return
      }
      self[keyPath: place].removeAll { $0.number == entry.number }
      if opposite.isEmpty {
        show?(tr("It has been changed since and stays as it is"))
      } else {
        self[keyPath: other].append(
          Entry(number: entry.number, title: entry.title, step: opposite))
        show?(notice(entry.title))
      }
      onChange?()
    } failing: { _ in
      tr("The Change Was Not Saved")
    }
  }

  /// Records the commands run since the last call. A new command clears what could be redone.
  private func collect() {
    let steps = recorder.take()
    let outcome = commands.takeOutcome()
    guard !steps.isEmpty else { return }
    redoable = []
    for step in steps {
      last += 1
      undoable.append(Entry(number: last, title: UndoText.title(of: step), step: step))
      if let title = UndoText.deleted(step) { onDeletion?(title, last) }
      if outcome == nil, let text = UndoText.ended(step) { onOutcome?(text, last) }
    }
    undoable.removeFirst(max(0, undoable.count - Self.limit))
    onChange?()
    if let outcome { onOutcome?(outcome, last) }
  }
}
