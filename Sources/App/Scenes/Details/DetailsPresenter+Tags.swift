import Basics
import Core
import QuickAdd

// The tags, and the names that are offered while one is typed.

extension DetailsPresenter {
  /// A tag is about to be typed.
  func didBeginTag() { entry.prepare() }

  func didTypeTag(_ text: String) {
    entry.prepare()
    state.typedTag.text = text
    if text.isEmpty { state.typedTag.isClosed = false }
    offerTags()
    render()
  }

  /// Takes what stands in the entry: with Enter, or because the focus has left it.
  func didSubmitTag(_ typed: String) {
    state.typedTag = .init()
    didAddTag(typed)
    render()
  }

  /// Adds a tag that was typed, in the spelling that is known.
  func didAddTag(_ typed: String) {
    guard let typed = TodoTag.normalized(typed) else { return }
    let own = TagSpellings(edit.edited.tags.map(\.text).sorted { $0.precedesExactly($1) })
    add(ExactText(entry.knownTag(typed) ?? own.known(typed) ?? typed))
  }

  func didRemoveTag(_ tag: ExactText) { change { $0.tags.remove(tag) } }

  private func add(_ tag: ExactText) {
    guard !edit.edited.tags.contains(tag) else { return }
    change { $0.tags.insert(tag) }
  }

  // MARK: Names that are offered

  /// Marks the next name, or the one before.
  /// - Returns: whether names are offered.
  func didMoveTagOffer(_ step: Int) -> Bool {
    guard state.typedTag.offers != nil else { return false }
    state.typedTag.offers?.move(step)
    render()
    return true
  }

  /// Adds the marked name. Without one, what is typed is the tag, also where a longer name begins like it.
  /// - Returns: whether one was marked.
  func didChooseMarkedTagOffer() -> Bool {
    guard let index = state.typedTag.offers?.marked else { return false }
    didChooseTagOffer(index)
    return true
  }

  func didChooseTagOffer(_ index: Int) {
    guard let names = state.typedTag.offers?.names, names.indices.contains(index) else { return }
    state.typedTag = .init()
    add(ExactText(names[index]))
    render()
  }

  /// Escape closes what is offered for this tag.
  /// - Returns: whether names were offered.
  func didPressEscapeInTag() -> Bool {
    guard state.typedTag.offers != nil else { return false }
    state.typedTag.offers = nil
    state.typedTag.isClosed = true
    render()
    return true
  }

  /// Other names are known: they may fit what stands in the entry.
  func tagsDidLearn() {
    guard !state.typedTag.text.isEmpty else { return }
    offerTags()
    render()
  }

  private func offerTags() {
    let typed = state.typedTag
    let offers =
      typed.isClosed ? nil : entry.tagOffers(typed.text, without: edit.edited.tags)
    // What is marked stays marked where the names are the same.
    guard offers?.completion != typed.offers?.completion else { return }
    state.typedTag.offers = offers
  }
}
