import Basics
import CGtk
import Core
import Platform
import Service
import Toolkit

/// What stands below the title of a to-do, on as many lines as it needs in a narrow window; made for the first one that
/// has something to show there.
///
/// All of it is decoration for a screen reader, which is told by the name of the row.
@MainActor
final class TodoDetailRow {
  let widget: Widget
  private let overdue: Widget
  private let ring = ProgressRing(size: 12)
  private let progress: Widget
  private let part: Widget
  private let due: Widget
  private let start: Widget
  private let list: Widget
  private let icons: [Widget]
  private var tags: [String] = []
  private var chipLabels: [Widget] = []
  /// More tags than these are a number.
  private static let tagLimit = 3
  /// How many colours the style sheet has for tags.
  static let colors: UInt32 = 8

  init() {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    (progress, part) = (Self.label(), Self.label())
    // Two labels: together they are too long for a line in a narrow window with large text.
    (overdue, due, start, list) = (Self.label(), Self.label(), Self.label(), Self.label())
    gtk_widget_add_css_class(overdue, "error")
    icons = ["media-playlist-repeat", "alarm", "text-x-generic"].map {
      let image: Widget = gtk_image_new_from_icon_name($0 + "-symbolic")
      gtk_widget_set_valign(image, GTK_ALIGN_CENTER)
      return image
    }
    FlowLayout.set(on: widget)
    for style in ["caption", "detail"] { gtk_widget_add_css_class(widget, style) }
    for part in [ring.widget, progress, part, start, list] + icons {
      gtk_widget_add_css_class(part, "dim-label")
    }
    for part in [ring.widget, progress, overdue, due, start] + icons + [part, list] {
      gtk_widget_set_visible(part, 0)
      Accessibility.markDecorative(part)
      gtk_box_append(cast(widget), part)
    }
  }

  /// Whether a to-do has something to show below its title.
  static func isNeeded(for text: TodoRowText) -> Bool {
    let row = text.row
    return row.due != nil || row.hasRecurrence || row.hasReminder || row.hasNotes
      || !row.tags.isEmpty || text.progressText != nil || text.parentTitle != nil
      || text.startText != nil || text.listName != nil
  }

  func show(_ text: TodoRowText) {
    Self.show(text.progressText, in: progress)
    gtk_widget_set_visible(ring.widget, (text.progressText != nil).gboolean)
    if let progress = text.progress { ring.show(progress.doneCount, of: progress.count) }
    Self.show(text.parentTitle, in: part)
    Self.show(text.overdueText, in: overdue)
    Self.show(text.dueText, in: due)
    for (style, isOn) in [("error", text.isOverdue), ("dim-label", !text.isOverdue)] {
      (isOn ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(due, style)
    }
    Self.show(text.startText, in: start)
    Self.show(text.listName, in: list)
    let row = text.row
    for (icon, isShown) in zip(icons, [row.hasRecurrence, row.hasReminder, row.hasNotes]) {
      gtk_widget_set_visible(icon, isShown.gboolean)
    }
    show(tags: text.tags)
    gtk_widget_set_visible(widget, Self.isNeeded(for: text).gboolean)
  }

  /// The same for a tag everywhere and at any time: FNV-1a of its bytes.
  static func color(of tag: String) -> UInt32 {
    tag.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } % colors
  }

  private func show(tags: [String]) {
    guard !tags.elementsEqual(self.tags, by: { $0.isExactly($1) }) else { return }
    self.tags = tags
    for label in chipLabels { gtk_box_remove(cast(widget), label) }
    chipLabels = tags.prefix(Self.tagLimit).map { tag in
      Self.chip(tag, style: "tag-color-\(Self.color(of: tag))")
    }
    if tags.count > Self.tagLimit {
      /// Translators: so many more tags than are shown
      let more = tr("+%d", tags.count - Self.tagLimit)
      // From left to right in every language (UAX #9): Hebrew writes +1, not 1+.
      chipLabels.append(Self.chip("\u{200E}" + more, style: "tag-color-none"))
    }
    for label in chipLabels { gtk_box_append(cast(widget), label) }
  }

  private static func chip(_ text: String, style: String) -> Widget {
    let chip = label()
    gtk_label_set_text(opaque(chip), text)
    Accessibility.markDecorative(chip)
    gtk_label_set_max_width_chars(opaque(chip), 16)
    for style in ["tag", style] { gtk_widget_add_css_class(chip, style) }
    return chip
  }

  private static func label() -> Widget {
    let label: Widget = gtk_label_new(nil)
    gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_END)
    return label
  }

  private static func show(_ text: String?, in label: Widget) {
    if let text { gtk_label_set_text(opaque(label), text) }
    gtk_widget_set_visible(label, (text != nil).gboolean)
  }
}
