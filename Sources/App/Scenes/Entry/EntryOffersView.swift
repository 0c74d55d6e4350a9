import CGtk
import Platform
import Toolkit

/// A popover with the names offered while the user types one. The focus stays in the entry.
@MainActor
final class EntryOffersView {
  private let entry: Widget
  /// The focused widget within an `AdwEntryRow`. A `GtkEntry` is itself the accessible widget.
  private let text: Widget?
  private let popover: Widget
  private let list: Widget
  private var shown: [String] = []

  /// - Parameters:
  ///   - entry: contains a `GtkText`.
  ///   - onChoose: called with the index of the clicked name.
  init(entry: Widget, onChoose: @escaping @MainActor (Int) -> Void) {
    self.entry = entry
    text = gtk_editable_get_delegate(opaque(entry)).map { cast($0) }
    popover = gtk_popover_new()
    list = gtk_list_box_new()
    gtk_popover_set_autohide(cast(popover), 0)
    gtk_popover_set_has_arrow(cast(popover), 0)
    gtk_popover_set_position(cast(popover), GTK_POS_BOTTOM)
    gtk_widget_set_can_focus(popover, 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_widget_add_css_class(list, "entry-offers")
    Accessibility.setLabel(tr("Names"), on: list)
    gtk_popover_set_child(cast(popover), list)
    connect(list, "row-activated") { arguments in
      guard let row = arguments.object(0) else { return }
      onChoose(Int(gtk_list_box_row_get_index(cast(row))))
    }
    gtk_widget_set_parent(popover, entry)
    Popover.unparentWithParent(popover)
  }

  func render(_ offers: EntryOffers?) {
    guard let offers else {
      gtk_popover_popdown(cast(popover))
      // The entry has no description of its own.
      describe("")
      shown = []
      return
    }
    fill(offers.titles)
    let row = offers.marked.flatMap { gtk_list_box_get_row_at_index(opaque(list), gint($0)) }
    gtk_list_box_select_row(opaque(list), row)
    pointAtCursor()
    gtk_popover_popup(cast(popover))
    announce(offers)
  }

  private func fill(_ names: [String]) {
    guard names != shown else { return }
    shown = names
    removeChildren(of: list)
    for name in names {
      let label: Widget = gtk_label_new(name)
      gtk_label_set_xalign(opaque(label), 0)
      // What tells lists of one name apart is at the end.
      gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_MIDDLE)
      gtk_label_set_max_width_chars(opaque(label), 32)
      let row: Widget = gtk_list_box_row_new()
      gtk_list_box_row_set_child(cast(row), label)
      Accessibility.setLabel(name, on: row)
      gtk_list_box_append(opaque(list), row)
    }
  }

  /// Announces the marked name to a screen reader, because the focus stays in the entry.
  private func announce(_ offers: EntryOffers) {
    let words =
      offers.marked.map { offers.titles[$0] }
      ?? ntr("%d name offered", "%d names offered", offers.names.count)
    describe(words)
    Accessibility.announce(words, on: entry)
  }

  private func describe(_ words: String) {
    for widget in [entry, text].compactMap(\.self) {
      Accessibility.setDescription(words, on: widget)
    }
  }

  private func pointAtCursor() {
    guard let text else { return }
    var strong = graphene_rect_t()
    gtk_text_compute_cursor_extents(
      cast(text), gsize(gtk_editable_get_position(opaque(entry))), &strong, nil)
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(cast(text), entry, Double(strong.origin.x), 0, &x, &y)
    // Below the entry, so that the typed text stays visible.
    var place = GdkRectangle(x: gint(x), y: 0, width: 1, height: gtk_widget_get_height(entry))
    gtk_popover_set_pointing_to(cast(popover), &place)
  }
}
