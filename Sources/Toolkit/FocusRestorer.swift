import CGtk
import Platform

/// Keeps the focus in a widget that its parent hides for a frame, as AdwBreakpointBin does when the layout changes.
///
/// GTK would move the focus to another widget, where the next typed key could press a button. libadwaita 1.7 tries to
/// restore the focus but does not remember where it was (`adw_breakpoint_bin_size_allocate`).
@MainActor
final class FocusRestorer {
  /// The instance that remembers the focus. If a widget and one inside it are hidden at once, only the first one does.
  private static weak var latest: FocusRestorer?

  /// Whether the focus is kept in a widget that is hidden for a frame.
  static func keeps(_ widget: Widget) -> Bool {
    latest?.focus?.pointer.map { cast($0) == widget } ?? false
  }

  private let widget: Widget
  private var focus: WeakReference?
  private var selection: (start: Int32, end: Int32)?

  /// - Parameters:
  ///   - widget: owns this object; its focus is kept as long as it lives.
  ///   - property: a property whose change moves the widget's children to other parents, which also takes the focus
  ///     away.
  static func install(on widget: Widget, property: String) {
    let restorer = FocusRestorer(widget)
    connect(widget, "unmap") { _ in restorer.remember() }
    connect(widget, "notify::\(property)") { _ in restorer.giveBack() }
    connect(widget, "map") { _ in restorer.restore() }
  }

  private init(_ widget: Widget) {
    self.widget = widget
  }

  private func remember() {
    // A window that closes keeps its focus without help.
    guard Self.latest == nil, gtk_widget_get_child_visible(widget) == 0, hasFocus(within: widget),
      let root = gtk_widget_get_root(widget), let focus: Widget = gtk_root_get_focus(root)
    else { return }
    Self.latest = self
    self.focus = WeakReference(focus)
    selection = Self.selection(in: focus)
    giveBack()
  }

  private func restore() {
    guard Self.latest === self else { return }
    giveBackIfLost()
    // The focus can be lost once more during the layout of the frame.
    FirstFrame.run(in: widget) { [weak self] in
      guard let self else { return }
      giveBackIfLost()
      focus = nil
      Self.latest = nil
    }
  }

  /// Restores the focus only if it is lost. If it is still there, the user may have typed meanwhile, and the cursor
  /// must not move.
  private func giveBackIfLost() {
    if let focus = focus?.pointer, !hasFocus(within: cast(focus)) { giveBack() }
  }

  private func giveBack() {
    guard let pointer = focus?.pointer, let root = gtk_widget_get_root(widget) else { return }
    let focus: Widget = cast(pointer)
    // The widget may be covered now and must not get any keys then.
    guard canFocus(focus) else { return }
    gtk_root_set_focus(root, focus)
    // A text field selects all of its text when it gets the focus, and the next key would replace it.
    if let selection {
      gtk_editable_select_region(opaque(focus), selection.start, selection.end)
    }
  }

  private func canFocus(_ focus: Widget) -> Bool {
    var next: Widget? = focus
    while let widget = next {
      if gtk_widget_get_can_focus(widget) == 0 { return false }
      next = gtk_widget_get_parent(widget)
    }
    return true
  }

  private static func selection(in widget: Widget) -> (start: Int32, end: Int32)? {
    guard g_type_check_instance_is_a(cast(widget), gtk_text_get_type()) != 0 else { return nil }
    var (start, end): (Int32, Int32) = (0, 0)
    gtk_editable_get_selection_bounds(opaque(widget), &start, &end)
    return (start, end)
  }
}
