import Basics
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// A change in the sync details, with buttons for what the user can do about it.
///
/// The buttons keep their places while the change is being sent, so that nothing moves under the pointer.
@MainActor
final class SyncItemRow: KeyedRow {
  let widget: Widget
  private let icon: Widget = gtk_image_new()
  private let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
  private let title: Widget = gtk_label_new(nil)
  private let detail = SyncDetailsView.label(styles: ["dim-label", "caption"])
  private let buttons: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private var item: SyncStatusState.Item
  private let onRetry: @MainActor (RecordKey) -> Void
  private let onDiscard: @MainActor (SyncStatusState.Item) -> Void

  init(
    _ item: SyncStatusState.Item, onRetry: @escaping @MainActor (RecordKey) -> Void,
    onDiscard: @escaping @MainActor (SyncStatusState.Item) -> Void
  ) {
    self.item = item
    self.onRetry = onRetry
    self.onDiscard = onDiscard
    widget = optimist_box_new_with_role(
      GTK_ORIENTATION_HORIZONTAL, 12, GTK_ACCESSIBLE_ROLE_LIST_ITEM)
    build()
    show(item)
  }

  func show(_ item: SyncStatusState.Item) {
    self.item = item
    gtk_image_set_from_icon_name(opaque(icon), item.mark.icon)
    gtk_label_set_text(opaque(title), item.title)
    gtk_label_set_text(opaque(detail), item.detail)
    gtk_widget_set_sensitive(buttons, item.canDecide.gboolean)
    let separator = trc("separator of spoken parts", ", ")
    Accessibility.setLabel(item.title + separator + item.detail, on: widget)
  }

  private func build() {
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    Accessibility.markDecorative(icon)
    gtk_label_set_xalign(opaque(title), 0)
    gtk_label_set_ellipsize(opaque(title), PANGO_ELLIPSIZE_END)
    gtk_label_set_max_width_chars(opaque(title), 30)
    gtk_widget_set_hexpand(texts, 1)
    for child in [title, detail] { gtk_box_append(cast(texts), child) }
    for child in [icon, texts] { gtk_box_append(cast(widget), child) }
    addButtons()
  }

  private func addButtons() {
    gtk_widget_set_margin_top(buttons, 4)
    /// Translators: what a screen reader says for a button; %s is the title of a to-do
    let retry = Self.button(tr("Try Again"), tr("Try again: %s", item.title)) { [weak self] in
      self.map { $0.onRetry($0.item.id) }
    }
    let discard = Self.button(tr("Discard"), tr("Discard: %s", item.title)) { [weak self] in
      self.map { $0.onDiscard($0.item) }
    }
    for button in [retry, discard] { gtk_box_append(cast(buttons), button) }
    gtk_box_append(cast(texts), buttons)
  }

  private static func button(
    _ text: String, _ name: String, _ onClick: @escaping @MainActor () -> Void
  ) -> Widget {
    let button: Widget = gtk_button_new_with_label(text)
    Accessibility.setLabel(name, on: button)
    connect(button, "clicked") { _ in onClick() }
    return button
  }
}

extension SyncStatusState.Item.Mark {
  fileprivate var icon: String {
    switch self {
    case .waiting: "document-open-recent-symbolic"
    case .sending: "emblem-synchronizing-symbolic"
    case .unsentOfLastSession: "media-playback-pause-symbolic"
    case .quarantined: "dialog-warning-symbolic"
    }
  }
}
