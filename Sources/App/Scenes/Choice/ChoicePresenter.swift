import Basics
import Core
import Platform
import Toolkit

/// Something that can be chosen.
struct Choice: Equatable, Identifiable {
  let id: String
  var name: String
  /// Where it belongs, where that is not clear; empty otherwise.
  var place = ""
}

/// Everything that the dialog shows in which one thing is chosen by its name.
struct ChoiceState: Equatable {
  var query = ""
  /// Those whose names fit what is typed.
  var choices: [Choice] = []
  /// The one that Enter takes; an index into ``choices``.
  var marked = 0
  /// Whether the choices have been read.
  var isReady = false
}

/// The texts of the dialog.
struct ChoiceTexts {
  var title: String
  /// On the button that takes the marked choice, with its mnemonic.
  var action: String
  /// What a screen reader says of the entry and of the list.
  var search: String
  var list: String
  /// Where nothing fits.
  var nothing: String
}

/// Lets one of many be chosen, which are found by the beginnings of the words in their names.
@MainActor
final class ChoicePresenter: Presenter {
  /// A choice with the words it is found by.
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
  /// More are not shown: whoever looks for one types a word.
  private static let most = 500
  private var state = ChoiceState()
  private var entries: [Entry] = []

  /// - Parameters:
  ///   - read: reads all choices, in their order.
  ///   - onChoose: gets the choice after the dialog has closed.
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

  /// Takes the one that is marked.
  func didSubmit() { didActivate(state.marked) }

  /// - Parameter index: into the choices of the state.
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

  /// Each word that is typed must be the beginning of one in the name.
  private func filter() {
    let query = TextFolding.words(state.query)
    state.choices = entries.lazy.filter { entry in
      query.allSatisfy { part in entry.words.contains { $0.hasExactPrefix(part) } }
    }.prefix(Self.most).map(\.choice)
    screen.render(state)
  }
}
