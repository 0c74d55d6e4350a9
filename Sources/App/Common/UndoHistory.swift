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

  /// The most commands that are remembered.
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
  /// Gets what a command told of itself, see ``CommandQueue/tellOutcome(_:)``.
  var onOutcome: (@MainActor (_ text: String, _ number: Int) -> Void)?
  /// Gets what is worth telling.
  var onNotice: (@MainActor (String) -> Void)?

  init(store: TodoStore, commands: CommandQueue) {
    self.store = store.recording(in: recorder)
    self.commands = commands
    commands.onCommand = { [weak self] in self?.collect() }
  }

  /// Takes back the last command, which may be on its way to the disk still.
  /// - Parameters:
  ///   - isMeant: which commands are taken back from here; the others stay.
  ///   - tell: gets what is worth telling, in the place of ``onNotice``.
  func undo(
    where isMeant: @escaping (UndoStep) -> Bool = { _ in true },
    tell: (@MainActor (String) -> Void)? = nil
  ) {
    run(from: \.undoable, to: \.redoable, tell) {
      isMeant($0.step)
    } telling: {
      tr("Undone: %s", $0)
    }
  }

  /// Takes back a certain command, unless that has been done.
  func undo(_ number: Int) {
    run(from: \.undoable, to: \.redoable) {
      $0.number == number
    } telling: {
      tr("Undone: %s", $0)
    }
  }

  /// Does again what was undone last.
  /// - Parameters:
  ///   - isMeant: which commands are made again from here.
  ///   - tell: gets what is worth telling, in the place of ``onNotice``.
  func redo(
    where isMeant: @escaping (UndoStep) -> Bool = { _ in true },
    tell: (@MainActor (String) -> Void)? = nil
  ) {
    run(from: \.redoable, to: \.undoable, tell) {
      isMeant($0.step)
    } telling: {
      tr("Redone: %s", $0)
    }
  }

  /// Takes back what the last of certain commands or its undoing did, after all that was asked for before.
  private func run(
    from place: ReferenceWritableKeyPath<UndoHistory, [Entry]>,
    to other: ReferenceWritableKeyPath<UndoHistory, [Entry]>,
    _ tell: (@MainActor (String) -> Void)? = nil,
    where isMeant: @escaping (Entry) -> Bool,
    telling notice: @escaping @MainActor (String) -> String
  ) {
    commands.run { [store, weak self] () throws(StoreError) in
      guard let self, let index = self[keyPath: place].lastIndex(where: isMeant) else { return }
      let say = tell ?? onNotice
      let entry = self[keyPath: place][index]
      let opposite: UndoStep
      do throws(StoreError) {
        opposite = try await store.undo(entry.step)
      } catch {
        guard error == .notAllowed else { throw error }
        // It would stand in the way of all that was done before it.
        self[keyPath: place].removeAll { $0.number == entry.number }
        say?(tr("You can only read this list"))
        onChange?()
        return
      }
      self[keyPath: place].removeAll { $0.number == entry.number }
      if opposite.isEmpty {
        say?(tr("It has been changed since and stays as it is"))
      } else {
        self[keyPath: other].append(
          Entry(number: entry.number, title: entry.title, step: opposite))
        say?(notice(entry.title))
      }
      onChange?()
    } failing: { _ in
      tr("The Change Was Not Saved")
    }
  }

  /// Takes in what was done since the last time. What was undone before it cannot be made again.
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
