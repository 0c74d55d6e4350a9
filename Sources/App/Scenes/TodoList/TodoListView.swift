import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Sync
import Toolkit

/// The page beside the main list: its header bar, the add entry, and the rows.
@MainActor
final class TodoListView {
  let widget: Widget
  let presenter: TodoListPresenter
  private let page: ToolbarPage
  private let header: TodoListHeaderView
  private let strips: Widget
  private let dayBarArea: Widget
  /// Created only for the day page.
  private var dayBar: DayBarView?
  private let add: TodoEntryView
  private let toasts: Widget
  private let stack: Widget
  /// What is shown in place of rows.
  private var placeholder: TodoListState.Placeholder?
  /// Created for the first empty page.
  private var emptyPage: Widget?
  let rows: TodoRowsView
  private let banner = Banner()
  private let addArea: Widget
  private lazy var toast = LatestToast(in: toasts)
  private var rendered: TodoListState? { presenter.screen.rendered }
  private var onContent: (@MainActor () -> Void)?
  /// The maximum width in pixels.
  static let width: Int32 = 760

  /// - Parameters:
  ///   - avatars: the names and pictures of people; nil shows none.
  ///   - onBack: goes to the main list in a narrow window.
  ///   - onContent: runs once the page has something to show.
  init(
    presenter: TodoListPresenter, avatars: AvatarProvider? = nil,
    onBack: @escaping @MainActor () -> Void,
    onContent: @escaping @MainActor () -> Void
  ) {
    self.presenter = presenter
    self.onContent = onContent
    header = TodoListHeaderView(presenter: presenter, onBack: onBack)
    page = ToolbarPage(header: header.widget)
    widget = page.widget
    strips = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    dayBarArea = adw_clamp_new()
    add = TodoEntryView(presenter: presenter)
    addArea = adw_clamp_new()
    toasts = cast(adw_toast_overlay_new())
    stack = gtk_stack_new()
    rows = TodoRowsView(presenter: presenter, avatars: avatars, host: widget)
    build()
    attach(self, to: widget)
    presenter.screen.attach { [weak self] in self?.render($0) }
    presenter.didLoad()
  }

  /// Adds a banner between the header bar and the page, and a button at the end of the header bar.
  func showStatus(banner: Widget, button: Widget) {
    gtk_box_prepend(cast(strips), banner)
    header.append(button)
  }

  /// Whether the user may be typing a new to-do.
  var isEntryFocused: Bool { hasFocus(within: add.entry) }

  /// Puts the focus on the rows, or on the add entry if there are none.
  func focus() {
    if rows.isEmpty { gtk_widget_grab_focus(add.entry) } else { rows.grabFocus() }
  }

  /// The keys that were pressed on a row while the details of a to-do were being opened; those for another one are
  /// forgotten.
  func takeHeldKeys(for id: TodoID) -> [HeldKey] {
    defer { rows.held = nil }
    return rows.held.flatMap { $0.todo == id ? $0.keys : nil } ?? []
  }

  /// Sets whether the window shows one pane at a time.
  func setFolded(_ isFolded: Bool) {
    header.setFolded(isFolded)
  }

  /// Sets whether the window buttons are in the header bar of this page.
  func setWindowControls(_ areShown: Bool) {
    header.setWindowControls(areShown)
  }

  // MARK: Building

  private func build() {
    gtk_widget_set_hexpand(widget, 1)
    gtk_box_append(cast(strips), banner.widget)
    page.addTop(strips)
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    gtk_widget_set_margin_top(column, 12)
    gtk_widget_set_visible(dayBarArea, 0)
    gtk_box_append(cast(column), dayBarArea)
    clamp(add.widget, in: addArea)
    add.onDown = { [weak rows] in rows?.focusFirst() == true }
    gtk_box_append(cast(column), addArea)
    let list = SizeBoundary.make(
      around: rows.widget, minimumHeight: TodoListRow.minimumHeight)
    gtk_stack_add_named(opaque(stack), list, "list")
    // A hidden page of the stack need not be measured.
    gtk_stack_set_hhomogeneous(opaque(stack), 0)
    gtk_stack_set_vhomogeneous(opaque(stack), 0)
    gtk_widget_set_vexpand(stack, 1)
    gtk_box_append(cast(column), stack)
    adw_toast_overlay_set_child(opaque(toasts), column)
    page.setContent(toasts)
  }

  private func clamp(_ child: Widget, in clamp: Widget) {
    adw_clamp_set_maximum_size(opaque(clamp), Self.width)
    adw_clamp_set_child(opaque(clamp), child)
    gtk_widget_set_margin_start(clamp, 12)
    gtk_widget_set_margin_end(clamp, 12)
  }

  // MARK: Rendering

  func render(_ state: TodoListState) {
    header.render(state)
    renderAccess(state)
    render(state.dayBar)
    rows.render(state)
    if state.placeholder != placeholder {
      placeholder = state.placeholder
      // The empty page's large text and picture must not delay the first frame of the window.
      if FirstFrame.isDue(in: widget) {
        FirstFrame.run(in: widget) { [weak self] in self?.renderPlaceholder() }
      } else {
        renderPlaceholder()
      }
    }
    add.render(state)
    if state.hasContent {
      onContent?()
      onContent = nil
    }
    if let notice = state.notice, notice != rendered?.notice {
      toast.show(Toast(notice.text, timeout: 3))
    }
  }

  /// Updates the page to what the user may do, which can change while it is open.
  private func renderAccess(_ state: TodoListState) {
    banner.setText(state.access?.refusal)
    if !state.canWrite, hasFocus(within: addArea) { rows.grabFocus() }
    gtk_widget_set_visible(addArea, state.canWrite.gboolean)
  }

  private func renderPlaceholder() {
    guard let placeholder else {
      gtk_stack_set_visible_child_name(opaque(stack), "list")
      return
    }
    let (title, text) =
      switch placeholder {
      case .noTodos:
        (tr("No To-Dos"), tr("Type a to-do above and press Enter."))
      case .noList:
        (tr("What Is There to Do?"), tr("Type a to-do above and press Enter."))
      case .nothingImportant:
        (tr("Nothing Important"), tr("To-dos with a star, from any list, appear here."))
      case .nothingAssigned:
        (tr("Nothing for You"), tr("To-dos assigned to you appear here."))
      case .nothingOnDay:
        (tr("Nothing Planned"), tr("To-dos planned for this day appear here."))
      case .nothingToRead:
        (tr("No To-Dos"), tr("To-dos that members add appear here."))
      }
    let emptyPage = emptyPage ?? makeEmptyPage()
    adw_status_page_set_title(opaque(emptyPage), title)
    adw_status_page_set_description(opaque(emptyPage), text)
    gtk_stack_set_visible_child_name(opaque(stack), "empty")
  }

  private func makeEmptyPage() -> Widget {
    let made: Widget = adw_status_page_new()
    adw_status_page_set_icon_name(opaque(made), "checkbox-checked-symbolic")
    gtk_stack_add_named(opaque(stack), made, "empty")
    emptyPage = made
    return made
  }

  private func render(_ state: TodoListState.DayBar?) {
    gtk_widget_set_visible(dayBarArea, (state != nil).gboolean)
    guard let state else { return }
    let bar = dayBar ?? DayBarView(presenter: presenter)
    if dayBar == nil { clamp(bar.widget, in: dayBarArea) }
    dayBar = bar
    bar.render(state)
  }
}
