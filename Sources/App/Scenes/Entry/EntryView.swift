import CGtk
import Platform
import Toolkit

/// An entry for new to-dos: handles its keys, and shows the recognised parts and the offered names.
@MainActor
final class EntryView {
  /// A `GtkEntry` or an `AdwEntryRow`.
  let entry: Widget
  /// A vertical `GtkBox` for the recognised parts.
  private let below: Widget
  private let presenter: any EntryPresenter
  /// Created when a part is recognised for the first time.
  private var chips: EntryChipsView?
  /// Created when names are offered for the first time.
  private var offers: EntryOffersView?
  private var shown = EntryState()
  private let composition: Composition?
  /// Runs for the Down key; returns whether a widget took the focus.
  var onDown: @MainActor () -> Bool = { false }

  /// - Parameters:
  ///   - entry: contains a `GtkText`.
  ///   - below: gets the recognised parts as its last child.
  ///   - activated: the signal that the entry emits for Enter.
  init(_ entry: Widget, below: Widget, activated: String, presenter: any EntryPresenter) {
    self.entry = entry
    self.below = below
    self.presenter = presenter
    composition = Composition(inEntry: entry)
    connect(entry, "changed") { [weak self] _ in
      guard let self, !self.presenter.isRendering else { return }
      self.presenter.didChangeDraft(text, cursor: cursor)
    }
    connect(entry, "notify::cursor-position") { [weak self] _ in
      guard let self, !self.presenter.isRendering else { return }
      // A typed letter moves the cursor too, but that is reported together with the text.
      if text == self.presenter.typed.text { self.presenter.didMoveCursor(cursor) }
    }
    connect(entry, activated) { [weak self] _ in
      // The key went to an input method, which committed its text and left it.
      if self?.presenter.didChooseMarkedOffer(isTab: false) != true { self?.submit() }
    }
    KeyboardController.onKeyPressed(entry, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      modifiers.isEmpty && self?.composition?.isGoingOn != true && self?.press(key) == true
    }
    let focus = opaque(gtk_event_controller_focus_new())
    connect(focus, "leave") { [weak self] _ in self?.presenter.didLeaveEntry() }
    gtk_widget_add_controller(entry, focus)
  }

  func submit() {
    FrameTrace.mark("submit")
    presenter.didSubmitDraft()
  }

  /// - Returns: whether the key was handled.
  private func press(_ key: Int32) -> Bool {
    switch key {
    case GDK_KEY_Down, GDK_KEY_KP_Down: presenter.didMoveOffer(1) || onDown()
    case GDK_KEY_Up, GDK_KEY_KP_Up: presenter.didMoveOffer(-1)
    case GDK_KEY_Tab, GDK_KEY_KP_Tab: presenter.didChooseMarkedOffer(isTab: true)
    case _ where KeyboardController.isEnter(key): presenter.didChooseMarkedOffer(isTab: false)
    case GDK_KEY_Escape: presenter.didPressEscape()
    default: false
    }
  }

  // MARK: Rendering

  func render(_ state: EntryState) {
    if text != state.text {
      gtk_editable_set_text(opaque(entry), state.text)
      gtk_editable_set_position(opaque(entry), gint(clamping: state.cursor ?? -1))
      TextUndo.forget(entry)
    }
    if state.chips != shown.chips { render(state.chips) }
    if state.offers != shown.offers { render(state.offers) }
    let takesFocus = state.focusRequest != shown.focusRequest
    shown = state
    if takesFocus, !hasFocus(within: entry), let text = gtk_editable_get_delegate(opaque(entry)) {
      // Without selecting the text, which the next key would otherwise replace.
      gtk_text_grab_focus_without_selecting(cast(text))
    }
  }

  private func render(_ parts: [EntryChip]) {
    let view = chips ?? EntryChipsView(presenter: presenter, entry: entry)
    if chips == nil { gtk_box_append(cast(below), view.widget) }
    chips = view
    view.render(parts)
  }

  private func render(_ names: EntryOffers?) {
    if offers == nil, names == nil { return }
    let view =
      offers
      ?? EntryOffersView(entry: entry) { [weak presenter = presenter] in
        presenter?.didChooseOffer($0)
      }
    offers = view
    view.render(names)
  }

  private var text: String { String(cString: gtk_editable_get_text(opaque(entry))) }

  /// The position in the UTF-8 of the text; GTK counts Unicode scalars.
  private var cursor: Int {
    let place = Int(gtk_editable_get_position(opaque(entry)))
    return text.unicodeScalars.prefix(place).reduce(0) { $0 + UTF8.width($1) }
  }
}
