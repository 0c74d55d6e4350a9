import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The entry for new to-dos, its button, and below it what is understood of the text.
@MainActor
final class TodoEntryView {
  let widget: Widget
  /// The `GtkEntry`.
  let entry: Widget
  /// Runs for the key Down; returns whether something took the focus.
  var onDown: @MainActor () -> Bool = { false }
  private let presenter: TodoListPresenter
  private let addButton: Widget
  /// Made for the first part that is understood.
  private var chips: EntryChipsView?
  /// Made for the first names.
  private var offers: EntryOffersView?
  /// Whether the button for adding can be pressed, or can after the next frame.
  private var canAdd = false
  private var rendered: TodoListState? { presenter.screen.rendered }

  init(presenter: TodoListPresenter) {
    self.presenter = presenter
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    entry = gtk_entry_new()
    addButton = gtk_button_new_from_icon_name("list-add-symbolic")
    build()
  }

  private func build() {
    let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(entry, 1)
    gtk_widget_add_css_class(entry, "add-entry")
    gtk_entry_set_placeholder_text(cast(entry), tr("Add a to-do"))
    Accessibility.setLabel(tr("New to-do"), on: entry)
    gtk_widget_set_tooltip_text(addButton, tr("Add"))
    Accessibility.setLabel(tr("Add"), on: addButton)
    gtk_widget_add_css_class(addButton, "suggested-action")
    gtk_widget_set_sensitive(addButton, 0)
    gtk_box_append(cast(row), entry)
    gtk_box_append(cast(row), addButton)
    gtk_box_append(cast(widget), row)
    connect(entry, "changed") { [weak self] _ in
      guard let self, !presenter.screen.isRendering else { return }
      presenter.didChangeDraft(text, cursor: cursor)
    }
    connect(entry, "notify::cursor-position") { [weak self] _ in
      guard let self, !presenter.screen.isRendering else { return }
      // A letter that was typed moves the cursor too: that is told with the text.
      if text == presenter.state.draft { presenter.didMoveCursor(cursor) }
    }
    connect(entry, "activate") { [weak self] _ in self?.submit() }
    KeyboardController.onKeyPressed(entry, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      modifiers.isEmpty && self?.press(key) == true
    }
    connect(addButton, "clicked") { [weak self] _ in self?.submit() }
    let focus = opaque(gtk_event_controller_focus_new())
    connect(focus, "leave") { [weak self] _ in self?.presenter.didLeaveEntry() }
    gtk_widget_add_controller(entry, focus)
  }

  private func submit() {
    FrameTrace.mark("submit")
    presenter.didSubmitDraft()
  }

  /// - Returns: whether the key has done something.
  private func press(_ key: Int32) -> Bool {
    switch key {
    case GDK_KEY_Down, GDK_KEY_KP_Down: presenter.didMoveOffer(1) || onDown()
    case GDK_KEY_Up, GDK_KEY_KP_Up: presenter.didMoveOffer(-1)
    case GDK_KEY_Tab, GDK_KEY_KP_Tab: presenter.didChooseMarkedOffer(isTab: true)
    case GDK_KEY_Return, GDK_KEY_KP_Enter: presenter.didChooseMarkedOffer(isTab: false)
    case GDK_KEY_Escape: presenter.didPressEscape()
    default: false
    }
  }

  // MARK: Rendering

  func render(_ state: TodoListState) {
    if text != state.draft {
      gtk_editable_set_text(opaque(entry), state.draft)
      gtk_editable_set_position(opaque(entry), gint(clamping: state.cursor ?? -1))
      TextUndo.forget(entry)
    }
    if state.chips != rendered?.chips ?? [] { render(state.chips) }
    if state.offers != rendered?.offers { render(state.offers) }
    renderAddButton(state.canAdd)
    if state.focusRequest != rendered?.focusRequest ?? 0, !hasFocus(within: entry) {
      // Without selecting: what was put back into the entry must survive the next key.
      gtk_entry_grab_focus_without_selecting(cast(entry))
    }
  }

  private func render(_ parts: [EntryChip]) {
    let view = chips ?? EntryChipsView(presenter: presenter, entry: entry)
    if chips == nil { gtk_box_append(cast(widget), view.widget) }
    chips = view
    view.render(parts)
  }

  private func render(_ names: EntryOffers?) {
    if offers == nil, names == nil { return }
    let view = offers ?? EntryOffersView(presenter: presenter, entry: entry)
    offers = view
    view.render(names)
  }

  /// After the frame: the button's new look would hold up the new row.
  private func renderAddButton(_ canAdd: Bool) {
    guard canAdd != self.canAdd else { return }
    self.canAdd = canAdd
    FirstFrame.run(in: widget) { [weak self] in
      guard let self else { return }
      gtk_widget_set_sensitive(addButton, self.canAdd.gboolean)
    }
  }

  private var text: String { String(cString: gtk_editable_get_text(opaque(entry))) }

  /// In the UTF-8 of the text; GTK counts Unicode scalars.
  private var cursor: Int {
    let place = Int(gtk_editable_get_position(opaque(entry)))
    return text.unicodeScalars.prefix(place).reduce(0) { $0 + UTF8.width($1) }
  }
}
