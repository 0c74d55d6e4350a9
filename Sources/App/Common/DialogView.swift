import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// A dialog that is ready to be shown over a window.
@MainActor
struct Dialog {
  let presenter: any Presenter
  /// Makes and presents the view. Without pictures, only initials are shown.
  let makeView: @MainActor (_ parent: Widget, _ pictures: (any PictureLoading)?) -> DialogView

  init(
    _ presenter: any Presenter,
    makeView: @escaping @MainActor (Widget, (any PictureLoading)?) -> DialogView
  ) {
    self.presenter = presenter
    self.makeView = makeView
  }
}

/// The window of a modal scene, with Cancel on the left and the action button on the right. Escape cancels. A scene
/// without an action can only be closed.
@MainActor
final class DialogView {
  let window: Widget
  private let header: Widget
  private let column: Widget
  private let action: Widget?
  private let onCancel: @MainActor () -> Void
  private(set) var isOpen = true

  /// - Parameters:
  ///   - actionLabel: the label of the suggested button, with a mnemonic; nil for a window that can only be closed.
  ///   - width: in pixels, at the usual text size.
  ///   - height: likewise; nil takes the height that the content needs.
  ///   - onCancel: runs for the button, for Escape and when the window is closed; the dialog stays open until
  ///     ``close()``.
  init(
    title: String, parent: Widget?, actionLabel: String? = nil, width: Int32, height: Int32? = nil,
    onCancel: @escaping @MainActor () -> Void, onAction: @escaping @MainActor () -> Void = {}
  ) {
    self.onCancel = onCancel
    window = adw_window_new()
    header = adw_header_bar_new()
    column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    action = actionLabel.map { gtk_button_new_with_mnemonic($0) }
    gtk_window_set_title(cast(window), title)
    gtk_window_set_modal(cast(window), 1)
    let growth = Self.growth
    gtk_window_set_default_size(
      cast(window), Int32(Double(width) * growth), height.map { Int32(Double($0) * growth) } ?? -1)
    if let parent { place(window, over: parent) }
    buildHeader(onCancel: onCancel, onAction: onAction)
    let page = ToolbarPage(header: header)
    page.setContent(column)
    adw_window_set_content(cast(window), page.widget)
    KeyboardController.addShortcut("Escape|<Control>w", to: window) {
      onCancel()
      return true
    }
    // In the capture phase: a multi-line text field would otherwise insert a line break.
    KeyboardController.onKeyPressed(window, phase: GTK_PHASE_CAPTURE) {
      [weak self] key, modifiers in
      guard let action = self?.action, modifiers == .control, gtk_widget_is_sensitive(action) != 0,
        KeyboardController.isEnter(key)
      else { return false }
      onAction()
      return true
    }
    connectReturningBool(window, "close-request") { _ in
      onCancel()
      return true
    }
  }

  /// The factor by which a dialog opens larger than usual. With large text, titles and choices would be cut off
  /// otherwise. GTK limits the window to the size of the screen.
  private static var growth: Double { min(max(TextSize.scale, 1), 1.5) }

  /// Shows what a presenter renders, until it closes the scene. The view lives as long as the window.
  func show<P: Presenter, View: AnyObject>(
    _ presenter: P, in view: View, render: @escaping @MainActor (View, P.State) -> Void
  ) {
    attach(view, to: window)
    // A dialog that closes with the main window also counts as closed: a toast destroyed with it still calls back.
    connect(window, "destroy") { [weak self] _ in self?.isOpen = false }
    presenter.screen.attach { [weak self, weak view] state in
      if let view, self?.isOpen == true { render(view, state) }
    } onClose: { [weak self] in
      self?.close()
    }
    presenter.didLoad()
  }

  /// Adds the shortcuts that undo and redo commands. Edits in a focused text field are undone first.
  func addUndo(_ run: @escaping @MainActor (TextUndo.Direction) -> Void) {
    for direction in [TextUndo.Direction.undo, .redo] {
      KeyboardController.addShortcut(direction.keys.joined(separator: "|"), to: window) {
        [window] in
        if !TextUndo.run(direction, in: window) { run(direction) }
        return true
      }
    }
  }

  /// Adds a widget below the others.
  func append(_ child: Widget) {
    gtk_box_append(cast(column), child)
  }

  /// Replaces the title by a widget.
  func setTitle(_ widget: Widget) {
    adw_header_bar_set_title_widget(opaque(header), widget)
  }

  /// Puts a widget at the end of the header bar.
  func appendToHeader(_ widget: Widget) {
    adw_header_bar_pack_end(opaque(header), widget)
  }

  func setActionSensitive(_ isSensitive: Bool) {
    if let action { gtk_widget_set_sensitive(action, isSensitive.gboolean) }
  }

  func setActionLabel(_ label: String) {
    guard let action else { return }
    gtk_button_set_label(cast(action), label)
    Accessibility.useTextAsLabel(of: action)
  }

  func present(focusing widget: Widget) {
    gtk_window_present(cast(window))
    gtk_widget_grab_focus(widget)
  }

  /// Cancels the dialog as if the user had closed it.
  func requestClose() {
    if isOpen { onCancel() }
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    gtk_window_destroy(cast(window))
  }

  private func buildHeader(
    onCancel: @escaping @MainActor () -> Void, onAction: @escaping @MainActor () -> Void
  ) {
    guard let action else { return }
    adw_header_bar_set_show_start_title_buttons(opaque(header), 0)
    adw_header_bar_set_show_end_title_buttons(opaque(header), 0)
    let cancel: Widget = gtk_button_new_with_mnemonic(tr("_Cancel"))
    for button in [cancel, action] { Accessibility.useTextAsLabel(of: button) }
    connect(cancel, "clicked") { _ in onCancel() }
    connect(action, "clicked") { _ in onAction() }
    gtk_widget_add_css_class(action, "suggested-action")
    adw_header_bar_pack_start(opaque(header), cancel)
    adw_header_bar_pack_end(opaque(header), action)
  }
}
