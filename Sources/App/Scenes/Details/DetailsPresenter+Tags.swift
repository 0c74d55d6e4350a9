import Basics
import Core
import QuickAdd

// The tags, and the names offered while the user types one.

extension DetailsPresenter {
  /// The user is about to type a tag.
  func didBeginTag() { entry.prepare() }

  func didTypeTag(_ text: String) {
    entry.prepare()
    state.typedTag.text = text
    state.typedTag.isAway = false
    if text.isEmpty { state.typedTag.isClosed = false }
    offerTags()
    render()
  }

  /// Takes the text of the entry, at Enter or when the focus leaves it.
  func didSubmitTag(_ typed: String) {
    state.typedTag = .init()
    didAddTag(typed)
    render()
  }

  /// The user has switched to another window, perhaps in the middle of a tag. The offered names would stay above it.
  func didLeaveWindowInTag() {
    state.typedTag.isAway = true
    guard state.typedTag.offers != nil else { return }
    state.typedTag.offers = nil
    render()
  }

  /// Adds a typed tag, in its known spelling.
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

  // MARK: Offered names

  /// Marks the next name or the previous one.
  /// - Returns: whether names are offered.
  func didMoveTagOffer(_ step: Int) -> Bool {
    guard state.typedTag.offers != nil else { return false }
    state.typedTag.offers?.move(step)
    render()
    return true
  }

  /// Adds the marked name. If none is marked, the typed text is the tag, even if a longer name begins with it.
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

  /// Handles Escape: closes the offered names for this tag.
  /// - Returns: whether names were offered.
  func didPressEscapeInTag() -> Bool {
    guard state.typedTag.offers != nil else { return false }
    state.typedTag.offers = nil
    state.typedTag.isClosed = true
    render()
    return true
  }

  /// Called when the known names have changed: they may match the text in the entry.
  func tagsDidLearn() {
    guard !state.typedTag.text.isEmpty else { return }
    offerTags()
    render()
  }

  private func offerTags() {
    let typed = state.typedTag
    let offers =
      typed.isClosed || typed.isAway ? nil : entry.tagOffers(typed.text, without: edit.edited.tags)
    // If the names are the same, the mark stays.
    guard offers?.completion != typed.offers?.completion else { return }
    state.typedTag.offers = offers
  }
}
