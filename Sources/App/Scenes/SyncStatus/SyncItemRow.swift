import CGtk
import Core

/// A change in the details of synchronisation.
@MainActor
final class SyncItemRow {
  let widget: Widget
  private let icon: Widget = gtk_image_new()
  private let title: Widget = gtk_label_new(nil)
  private let detail = SyncDetailsView.label(styles: ["dim-label", "caption"])
  private let buttons: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private let retry: Widget = gtk_button_new_with_label(tr("Try Again"))
  private let discard: Widget = gtk_button_new_with_label(tr("Discard"))
  private var item: SyncStatusState.Item

  init(
    _ item: SyncStatusState.Item, onRetry: @escaping @MainActor (RecordKey) -> Void,
    onDiscard: @escaping @MainActor (SyncStatusState.Item) -> Void
  ) {
    self.item = item
    widget = optimist_box_new_with_role(
      GTK_ORIENTATION_HORIZONTAL, 12, GTK_ACCESSIBLE_ROLE_LIST_ITEM)
    build()
    show(item)
    let key = item.id
    connect(retry, "clicked") { _ in onRetry(key) }
    connect(discard, "clicked") { [weak self] _ in
      guard let self else { return }
      onDiscard(self.item)
    }
  }

  func show(_ item: SyncStatusState.Item) {
    self.item = item
    gtk_image_set_from_icon_name(opaque(icon), item.mark.icon)
    gtk_label_set_text(opaque(title), item.title)
    gtk_label_set_text(opaque(detail), item.detail)
    gtk_widget_set_visible(buttons, item.canDecide.gboolean)
    let separator = trc("separator of spoken parts", ", ")
    Accessibility.setLabel(item.title + separator + item.detail, on: widget)
    /// Translators: what a screen reader says for a button; %s is the title of a to-do
    Accessibility.setLabel(tr("Try again: %s", item.title), on: retry)
    Accessibility.setLabel(tr("Discard: %s", item.title), on: discard)
  }

  private func build() {
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    Accessibility.markDecorative(icon)
    gtk_label_set_xalign(opaque(title), 0)
    gtk_label_set_ellipsize(opaque(title), PANGO_ELLIPSIZE_END)
    gtk_label_set_max_width_chars(opaque(title), 30)
    for button in [retry, discard] { gtk_box_append(cast(buttons), button) }
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    gtk_widget_set_hexpand(texts, 1)
    for child in [title, detail, buttons] { gtk_box_append(cast(texts), child) }
    for child in [icon, texts] { gtk_box_append(cast(widget), child) }
    gtk_widget_set_margin_top(buttons, 4)
  }
}

extension SyncStatusState.Item.Mark {
  fileprivate var icon: String {
    switch self {
    case .waiting: "document-open-recent-symbolic"
    case .sending: "emblem-synchronizing-symbolic"
    case .leftOver: "media-playback-pause-symbolic"
    case .refused: "dialog-warning-symbolic"
    }
  }
}
