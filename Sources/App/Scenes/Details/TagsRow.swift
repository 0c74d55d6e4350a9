import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The rows of the details with the tags of a to-do, and an entry for another tag that offers known ones.
@MainActor
final class TagsRow {
  /// The rows, to be stacked in this order.
  let rows: [Widget]
  private let chipsRow: Widget
  private let chips: Widget
  private let entry: Widget
  private let composition: Composition?
  /// Created when names are offered for the first time.
  private var offersView: EntryOffersView?
  private var offers: EntryOffers?
  private var shown: [String] = []
  private weak var presenter: DetailsPresenter?

  init(presenter: DetailsPresenter) {
    chipsRow = adw_preferences_row_new()
    chips = WrapBox.make()
    entry = adw_entry_row_new()
    rows = [chipsRow, entry]
    composition = Composition(inEntry: entry)
    self.presenter = presenter
    setMargins(chips, 9)
    Accessibility.setLabel(tr("Tags"), on: chips)
    gtk_list_box_row_set_child(cast(chipsRow), chips)
    gtk_list_box_row_set_activatable(cast(chipsRow), 0)
    gtk_widget_set_focusable(chipsRow, 0)
    adw_preferences_row_set_title(cast(entry), tr("Add Tag"))
    connect(entry, "changed") { [weak self] _ in
      guard let self, let presenter = self.presenter, !presenter.isRendering else { return }
      presenter.didTypeTag(text)
    }
    connect(entry, "entry-activated") { [weak self, weak presenter] _ in
      // The key went to an input method, which committed its text and left it.
      if presenter?.didChooseMarkedTagOffer() != true { self?.submit() }
    }
    KeyboardController.onKeyPressed(entry, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      modifiers.isEmpty && self?.composition?.isGoingOn != true && self?.press(key) == true
    }
    let focus = opaque(gtk_event_controller_focus_new())
    connect(focus, "enter") { [weak presenter] _ in presenter?.didBeginTag() }
    gtk_widget_add_controller(entry, focus)
    FocusController.onLeave(
      entry, whenInactive: { [weak presenter] in presenter?.didLeaveWindowInTag() },
      { [weak self] in self?.submit() })
  }

  /// - Returns: whether the key was handled. Tab moves to the next row, unless a name is marked.
  private func press(_ key: Int32) -> Bool {
    guard let presenter else { return false }
    return switch key {
    case GDK_KEY_Down, GDK_KEY_KP_Down: presenter.didMoveTagOffer(1)
    case GDK_KEY_Up, GDK_KEY_KP_Up: presenter.didMoveTagOffer(-1)
    case GDK_KEY_Tab, GDK_KEY_KP_Tab: presenter.didChooseMarkedTagOffer()
    case _ where KeyboardController.isEnter(key): presenter.didChooseMarkedTagOffer()
    case GDK_KEY_Escape: presenter.didPressEscapeInTag()
    default: false
    }
  }

  func render(_ state: DetailsState) {
    gtk_widget_set_visible(entry, (!state.isReadOnly).gboolean)
    render(state.todo.tags, isReadOnly: state.isReadOnly)
    if text != state.typedTag.text {
      gtk_editable_set_text(opaque(entry), state.typedTag.text)
      TextUndo.forget(entry)
    }
    if state.typedTag.offers != offers { render(state.typedTag.offers) }
  }

  private func render(_ names: EntryOffers?) {
    offers = names
    if offersView == nil, names == nil { return }
    let view =
      offersView
      ?? EntryOffersView(entry: entry) { [weak presenter = presenter] in
        presenter?.didChooseTagOffer($0)
      }
    offersView = view
    view.render(names)
  }

  private func render(_ tags: Set<ExactText>, isReadOnly: Bool) {
    let texts = tags.map(\.text).sorted { $0.precedesExactly($1) }
    gtk_widget_set_visible(chipsRow, (!texts.isEmpty).gboolean)
    gtk_widget_set_sensitive(chips, (!isReadOnly).gboolean)
    guard !texts.elementsEqual(shown, by: { $0.isExactly($1) }) else { return }
    let hadFocus = hasFocus(within: chips)
    shown = texts
    removeChildren(of: chips)
    for text in texts { append(text) }
    // The focus would be lost with the removed chip.
    if hadFocus { gtk_widget_grab_focus(entry) }
  }

  private func append(_ text: String) {
    let chip = makeChip(text, width: 24)
    let name = tr("Remove Tag “%s”", text)
    gtk_widget_set_tooltip_text(chip, name)
    Accessibility.setLabel(name, on: chip)
    connect(chip, "clicked") { [weak self] _ in self?.presenter?.didRemoveTag(ExactText(text)) }
    ClickGesture.ignoreDoublePresses(of: chip)
    gtk_box_append(cast(chips), chip)
  }

  /// Adds the tag in the entry.
  func submit() {
    if !text.isEmpty { presenter?.didSubmitTag(text) }
  }

  private var text: String { String(cString: gtk_editable_get_text(opaque(entry))) }
}
