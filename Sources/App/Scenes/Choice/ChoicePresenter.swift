import Basics
import Core
import Platform
import Toolkit

/// An item that can be chosen.
struct Choice: Equatable, Identifiable {
  let id: String
  var name: String
  /// Where the item belongs, if the name alone is ambiguous; empty otherwise.
  var place = ""
}

/// The state of a dialog in which the user chooses one item by its name.
struct ChoiceState: Equatable {
  var query = ""
  /// The items whose names match the typed words.
  var choices: [Choice] = []
  /// The item that Enter chooses; an index into ``choices``.
  var marked = 0
  /// Whether the choices have been read.
  var isReady = false
}

/// The texts of the dialog.
struct ChoiceTexts {
  var title: String
  /// The label of the button that chooses the marked item, with its mnemonic.
  var action: String
  /// The accessible names of the entry and of the list.
  var search: String
  var list: String
  /// Shown if no item matches.
  var nothing: String
}

/// Lets the user choose one of many items, which are found by the beginnings of the words in their names.
@MainActor
final class ChoicePresenter: Presenter {
  /// An item with the words by which it is found.
  struct Entry: Sendable {
    let choice: Choice
    let words: [String]

    init(_ choice: Choice, alsoFoundBy more: String = "") {
      self.choice = choice
      words = TextFolding.words(choice.name + " " + more)
    }
  }

  let texts: ChoiceTexts
  let screen = Screen<ChoiceState>()
  private let read: @MainActor () async throws(StoreError) -> [Entry]
  private let onChoose: @MainActor (Choice, (any Navigator)?) -> Void
  /// The most items shown. To find any other, the user types a word.
  private static let most = 500
  private var state = ChoiceState()
  private var entries: [Entry] = []

  /// - Parameters:
  ///   - read: reads all items, in their order.
  ///   - onChoose: called with the chosen item after the dialog has closed.
  init(
    _ texts: ChoiceTexts, read: @escaping @MainActor () async throws(StoreError) -> [Entry],
    onChoose: @escaping @MainActor (Choice, (any Navigator)?) -> Void
  ) {
    self.texts = texts
    self.read = read
    self.onChoose = onChoose
  }

  func didLoad() {
    screen.render(state)
    Task { [weak self, read] in
      do throws(StoreError) {
        let entries = try await read()
        self?.didRead(entries)
      } catch {
        await self?.navigator?.presentReadingFailure(error)
      }
    }
  }

  func didChangeQuery(_ query: String) {
    state.query = query
    state.marked = 0
    filter()
  }

  /// - Parameter step: -1 or 1.
  func didMoveMark(_ step: Int) {
    state.marked = min(max(state.marked + step, 0), max(state.choices.count - 1, 0))
    screen.render(state)
  }

  /// Another row was chosen.
  func didMark(_ index: Int) {
    guard state.choices.indices.contains(index) else { return }
    state.marked = index
    screen.render(state)
  }

  /// Chooses the marked item.
  func didSubmit() { didActivate(state.marked) }

  /// - Parameter index: an index into the state's choices.
  func didActivate(_ index: Int) {
    guard isOpen, state.choices.indices.contains(index) else { return }
    let navigator = navigator
    screen.close()
    onChoose(state.choices[index], navigator)
  }

  private func didRead(_ entries: [Entry]) {
    self.entries = entries
    state.isReady = true
    filter()
  }

  /// Each typed word must be the beginning of a word in the name.
  private func filter() {
    let query = TextFolding.words(state.query)
    state.choices = entries.lazy.filter { entry in
      query.allSatisfy { part in entry.words.contains { $0.hasExactPrefix(part) } }
    }.prefix(Self.most).map(\.choice)
    screen.render(state)
  }
}
