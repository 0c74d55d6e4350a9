import Basics
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The line below the title of a to-do, which wraps in a narrow window. It is created for the first to-do that needs
/// it, and so is each of its parts.
///
/// A screen reader does not read it, because the row's accessible name contains all of it.
@MainActor
final class TodoDetailRow {
  /// The parts in their order on screen; the tags follow.
  private enum Part: Int, CaseIterable {
    case priority, ring, progress, overdue, due, start, recurrence, reminder, notes, parent, list
  }

  private struct Tag {
    let text: FlowText
    var style: String
  }

  let widget: Widget
  /// Indexed by the raw value of the part.
  private var parts = [Widget?](repeating: nil, count: Part.allCases.count)
  private var texts: [Part: FlowText] = [:]
  private var ring: ProgressRing?
  private var tags: [String] = []
  /// The created labels; those that are not needed for ``tags`` are hidden.
  private var shownTags: [Tag] = []
  /// The maximum number of tags shown; further ones are counted.
  private static let tagLimit = 3
  /// The number of tag colours in the style sheet.
  static let colors: UInt32 = 8

  init() {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    FlowLayout.set(on: widget)
    for style in ["caption", "detail"] { gtk_widget_add_css_class(widget, style) }
  }

  /// Whether a to-do has anything to show below its title.
  static func isNeeded(for text: TodoRowText) -> Bool {
    !text.row.tags.isEmpty || Part.allCases.contains { shows($0, of: text) }
  }

  func show(_ text: TodoRowText) {
    var isEmpty = text.row.tags.isEmpty
    for part in Part.allCases {
      guard let widget = show(part, Self.shows(part, of: text)) else { continue }
      isEmpty = false
      if let words = Self.words(of: part, in: text) { texts[part]?.setText(words) }
      if part == .due {
        for (style, isOn) in [("error", text.isOverdue), ("dim-label", !text.isOverdue)] {
          (isOn ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(widget, style)
        }
      }
    }
    if let progress = text.progress { ring?.show(progress.doneCount, of: progress.count) }
    show(tags: text.tags)
    gtk_widget_set_visible(widget, (!isEmpty).gboolean)
  }

  /// Whether a part has anything to show for a to-do.
  private static func shows(_ part: Part, of text: TodoRowText) -> Bool {
    switch part {
    case .priority: text.priorityText != nil
    case .ring, .progress: text.progress != nil
    // Separate from the date: both in one text are too long for a line in a narrow window with large text.
    case .overdue: text.isOverdue
    case .due: text.row.due != nil
    case .start: text.isLater
    case .recurrence: text.row.hasRecurrence
    case .reminder: text.row.hasReminder
    case .notes: text.row.hasNotes
    case .parent: text.parentTitle != nil
    case .list: text.listName != nil
    }
  }

  /// The text of a part; nil for a picture.
  private static func words(of part: Part, in text: TodoRowText) -> String? {
    switch part {
    case .priority: text.priorityText
    case .progress: text.progressText
    case .overdue: text.overdueText
    case .due: text.dueText
    case .start: text.startText
    case .parent: text.parentTitle
    case .list: text.listName
    case .ring, .recurrence, .reminder, .notes: nil
    }
  }

  /// The number of a tag's colour: FNV-1a of its bytes, so that it is the same everywhere and always.
  static func color(of tag: String) -> UInt32 {
    tag.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } % colors
  }

  // MARK: Parts

  /// - Returns: the part's widget, if it is shown.
  private func show(_ part: Part, _ isShown: Bool) -> Widget? {
    guard let widget = parts[part.rawValue] ?? (isShown ? make(part) : nil) else { return nil }
    gtk_widget_set_visible(widget, isShown.gboolean)
    return isShown ? widget : nil
  }

  private func make(_ part: Part) -> Widget {
    let made = makeWidget(for: part)
    gtk_widget_add_css_class(made, part == .overdue ? "error" : "dim-label")
    if texts[part] == nil { Accessibility.markDecorative(made) }
    gtk_box_insert_child_after(
      cast(widget), made, parts[..<part.rawValue].compactMap { $0 }.last)
    parts[part.rawValue] = made
    return made
  }

  private func makeWidget(for part: Part) -> Widget {
    switch part {
    case .ring:
      let ring = ProgressRing(size: 12)
      self.ring = ring
      return ring.widget
    case .recurrence: return Self.icon("media-playlist-repeat-symbolic")
    case .reminder: return Self.icon("alarm-symbolic")
    case .notes: return Self.icon("text-x-generic-symbolic")
    case .priority, .progress, .overdue, .due, .start, .parent, .list:
      let text = FlowText()
      texts[part] = text
      return text.widget
    }
  }

  private static func icon(_ name: String) -> Widget {
    let image: Widget = gtk_image_new_from_icon_name(name)
    gtk_widget_set_valign(image, GTK_ALIGN_CENTER)
    return image
  }

  // MARK: Tags

  private func show(tags: [String]) {
    guard !tags.elementsEqual(self.tags, by: { $0.isExactly($1) }) else { return }
    self.tags = tags
    var count = 0
    for tag in tags.prefix(Self.tagLimit) {
      showTag(count, tag, style: "tag-color-\(Self.color(of: tag))")
      count += 1
    }
    if tags.count > Self.tagLimit {
      /// Translators: so many more tags than are shown
      let more = tr("+%d", tags.count - Self.tagLimit)
      // Left to right in every language (UAX #9): Hebrew writes +1, not 1+.
      showTag(count, "\u{200E}" + more, style: "tag-color-none")
      count += 1
    }
    for tag in shownTags[count...] { gtk_widget_set_visible(tag.text.widget, 0) }
  }

  private func showTag(_ index: Int, _ text: String, style: String) {
    if index == shownTags.count { shownTags.append(makeTag(style: style)) }
    let tag = shownTags[index]
    tag.text.setText(text)
    gtk_widget_set_visible(tag.text.widget, 1)
    guard style != tag.style else { return }
    gtk_widget_remove_css_class(tag.text.widget, tag.style)
    gtk_widget_add_css_class(tag.text.widget, style)
    shownTags[index].style = style
  }

  private func makeTag(style: String) -> Tag {
    let text = FlowText(mostLetters: 16)
    Accessibility.markDecorative(text.widget)
    for style in ["tag", style] { gtk_widget_add_css_class(text.widget, style) }
    gtk_box_append(cast(widget), text.widget)
    return Tag(text: text, style: style)
  }
}
