import Basics

/// The text in an entry for new to-dos, and the parts recognised in it.
struct EntryState: Equatable {
  var text = ""
  /// The cursor's position in a text that was not typed, in Unicode scalars; nil is the end.
  var cursor: Int?
  var chips: [EntryChip] = []
  /// Names to choose from.
  var offers: EntryOffers?
  /// Grows when the entry should take the focus.
  var focusRequest = 0
}

/// Handles the gestures in an entry for new to-dos.
@MainActor
protocol EntryPresenter: AnyObject {
  var typed: EntryState { get set }
  /// The position of the cursor, in the UTF-8 of the text.
  var cursor: Int { get set }
  /// Recognises dates, lists, tags and people in the text.
  var entry: EntryReader { get }
  /// Whether changes that the entry reports come from rendering rather than from the user.
  var isRendering: Bool { get }
  /// The chip for the parent of the new to-do; nil if it has none that can be removed.
  var parentChip: EntryChip? { get }

  /// Adds the text in the entry as a to-do.
  func didSubmitDraft()
  /// Makes the new to-do a top-level one again.
  func leaveParent()
  func render()
}

extension EntryPresenter {
  var parentChip: EntryChip? { nil }

  func leaveParent() {}

  /// - Parameter cursor: its position in the UTF-8 of the text; nil is the end.
  func didChangeDraft(_ text: String, cursor: Int? = nil) {
    entry.isEntered = true
    typed.text = text
    typed.cursor = nil
    readDraft()
    self.cursor = cursor ?? text.utf8.count
    typed.offers = entry.offers(text, at: self.cursor)
    render()
  }

  /// The cursor was moved. Its position is in the UTF-8 of the text.
  func didMoveCursor(_ cursor: Int) {
    entry.isEntered = true
    self.cursor = cursor
    guard !typed.text.isEmpty else { return }
    typed.offers = entry.offers(typed.text, at: cursor)
    render()
  }

  /// Reverts a recognised part to plain text.
  func didRemove(_ chip: EntryChip) {
    if chip.isParent { leaveParent() } else { entry.makeText([chip.typed]) }
    readDraft()
    typed.focusRequest += 1
    render()
  }

  /// Handles Escape: closes the offered names; otherwise reverts all recognised parts to plain text; otherwise removes
  /// the parent.
  /// - Returns: whether there was anything to take back.
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

  // MARK: Offered names

  /// Marks the next name or the previous one.
  /// - Returns: whether names are offered.
  func didMoveOffer(_ step: Int) -> Bool {
    guard typed.offers != nil else { return false }
    typed.offers?.move(step)
    render()
    return true
  }

  /// Takes the marked name.
  /// - Parameter isTab: takes the first name if none is marked.
  /// - Returns: whether a name was taken.
  func didChooseMarkedOffer(isTab: Bool) -> Bool {
    guard let offers = typed.offers, let index = offers.marked ?? (isTab ? 0 : nil) else {
      return false
    }
    didChooseOffer(index)
    return true
  }

  func didChooseOffer(_ index: Int) {
    guard let offers = typed.offers, offers.names.indices.contains(index) else { return }
    let (text, cursor, part) = offers.choosing(index, in: typed.text)
    entry.choose(part, offers.list(at: index))
    setDraft(text)
    typed.cursor = cursor
    typed.focusRequest += 1
    render()
  }

  /// The focus left the entry.
  func didLeaveEntry() {
    entry.isEntered = false
    guard typed.offers != nil else { return }
    typed.offers = nil
    render()
  }

  // MARK: Recognised parts

  /// Called when the known names have changed: the text in the entry may mean something else now.
  func entryDidLearn() {
    guard !typed.text.isEmpty else { return }
    readDraft()
    if entry.isEntered {
      var offers = entry.offers(typed.text, at: cursor)
      if let earlier = typed.offers { offers?.keepMark(of: earlier) }
      typed.offers = offers
    }
    render()
  }

  /// Sets a text that was not typed.
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
