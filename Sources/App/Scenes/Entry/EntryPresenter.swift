import Basics

/// What stands in an entry for new to-dos, and what is understood of it.
struct EntryState: Equatable {
  var text = ""
  /// Where the cursor goes with a text that was not typed, in Unicode scalars; nil: behind it.
  var cursor: Int?
  var chips: [EntryChip] = []
  /// Names to choose from.
  var offers: EntryOffers?
  /// Grows when the entry should take the focus.
  var focusRequest = 0
}

/// Takes the gestures in an entry for new to-dos.
@MainActor
protocol EntryPresenter: AnyObject {
  var typed: EntryState { get set }
  /// Where the cursor stands, in the UTF-8 of the text.
  var cursor: Int { get set }
  /// Understands what is typed.
  var entry: EntryReader { get }
  /// Whether what the entry tells comes from being rendered.
  var isRendering: Bool { get }
  /// Says what the to-do will be a subtask of; nil where that is no choice.
  var parentChip: EntryChip? { get }

  /// Adds what stands in the entry.
  func didSubmitDraft()
  /// What is typed is a to-do of its own again.
  func leaveParent()
  func render()
}

extension EntryPresenter {
  var parentChip: EntryChip? { nil }

  func leaveParent() {}

  /// - Parameter cursor: where it stands, in the UTF-8 of the text; nil: behind it.
  func didChangeDraft(_ text: String, cursor: Int? = nil) {
    typed.text = text
    typed.cursor = nil
    readDraft()
    self.cursor = cursor ?? text.utf8.count
    typed.offers = entry.offers(text, at: self.cursor)
    render()
  }

  /// The cursor went to another place, in the UTF-8 of the text.
  func didMoveCursor(_ cursor: Int) {
    self.cursor = cursor
    guard !typed.text.isEmpty else { return }
    typed.offers = entry.offers(typed.text, at: cursor)
    render()
  }

  /// A part that was understood is text again.
  func didRemove(_ chip: EntryChip) {
    if chip.isParent { leaveParent() } else { entry.makeText([chip.typed]) }
    readDraft()
    typed.focusRequest += 1
    render()
  }

  /// Escape closes what is offered, then makes everything text, then what is typed no subtask.
  /// - Returns: whether there was something to take back.
  func didPressEscape() -> Bool {
    if let offers = typed.offers {
      entry.close(offers)
      typed.offers = nil
    } else if typed.chips.contains(where: { !$0.isParent }) {
      entry.makeText(typed.chips.filter { !$0.isParent }.map(\.typed))
      readDraft()
    } else if parentChip != nil {
      leaveParent()
    } else {
      return false
    }
    render()
    return true
  }

  // MARK: Names that are offered

  /// Marks the next name, or the one before.
  /// - Returns: whether names are offered.
  func didMoveOffer(_ step: Int) -> Bool {
    guard typed.offers != nil else { return false }
    typed.offers?.move(step)
    render()
    return true
  }

  /// Takes the marked name.
  /// - Parameter isTab: takes the first one where none is marked.
  /// - Returns: whether there was one.
  func didChooseMarkedOffer(isTab: Bool) -> Bool {
    guard let offers = typed.offers, let index = offers.marked ?? (isTab ? 0 : nil) else {
      return false
    }
    didChooseOffer(index)
    return true
  }

  func didChooseOffer(_ index: Int) {
    guard let offers = typed.offers, offers.names.indices.contains(index) else { return }
    let (text, cursor) = offers.choosing(index, in: typed.text)
    setDraft(text)
    typed.cursor = cursor
    typed.focusRequest += 1
    render()
  }

  /// The focus went elsewhere.
  func didLeaveEntry() {
    guard typed.offers != nil else { return }
    typed.offers = nil
    render()
  }

  // MARK: What is understood

  /// Other names are known: what stands in the entry may mean something else.
  func entryDidLearn() {
    guard !typed.text.isEmpty else { return }
    readDraft()
    typed.offers = entry.offers(typed.text, at: cursor)
    render()
  }

  /// Puts a text into the entry that was not typed there.
  func setDraft(_ text: String) {
    typed.text = text
    cursor = text.utf8.count
    typed.cursor = nil
    typed.offers = nil
    readDraft()
  }

  func readDraft() {
    typed.chips = (parentChip.map { [$0] } ?? []) + (entry.read(typed.text)?.chips ?? [])
  }
}
