import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The list view with the rows of a page.
@MainActor
final class TodoRowsView {
  /// The scrolled window.
  let widget: Widget
  let presenter: TodoListPresenter
  private let avatars: AvatarProvider?
  let host: Widget
  let listView: Widget
  let model = RowListModel<TodoItem>(TodoPageSource())
  var rendered: TodoListState? { presenter.screen.rendered }
  private var isRendering: Bool { presenter.screen.isRendering }
  var readOnly: Set<ListID> = []
  private var context = RowContext(today: .first)
  /// Whether a frame with the first rows of the page has been painted.
  private var isPainted = false
  /// The page to show after that frame.
  private var awaited: TodoPage?
  /// A row to scroll to once the model contains it.
  private var reveal: TodoListState.Reveal?
  private var drag: TodoDragView?
  private var hasTrees = false
  /// Whether the key that is being handled has been held down since it was handled last.
  var isKeyHeld = false
  /// The keys that were pressed while the details of a to-do were being opened; they are for its title.
  var held: (todo: TodoID, keys: [HeldKey])?
  /// The `GtkEventControllerKey` of ``keyPressed(_:_:)``.
  private(set) var keys: OpaquePointer?
  /// An action from a row's menu that moves the focus. It runs once the menu is closed, because closing returns the
  /// focus.
  var chosen: (@MainActor (TodoRowsView) -> Void)?

  /// - Parameters:
  ///   - avatars: the names and pictures of people; nil shows none.
  ///   - host: the container of the rows, to which their menus belong.
  init(presenter: TodoListPresenter, avatars: AvatarProvider?, host: Widget) {
    self.host = host
    self.presenter = presenter
    self.avatars = avatars
    listView = gtk_list_view_new(nil, nil)
    let clamp: Widget = adw_clamp_scrollable_new()
    adw_clamp_scrollable_set_maximum_size(opaque(clamp), TodoListView.width)
    adw_clamp_scrollable_set_child(opaque(clamp), listView)
    widget = scrolled(clamp)
    build()
  }

  var isEmpty: Bool { model.count == 0 }

  // MARK: Building

  private func build() {
    let selection = model.show(in: listView)
    connect(selection, "notify::selected") { [weak self] arguments in
      let position = Int(gtk_single_selection_get_selected(arguments.emitter))
      guard let self, !isRendering, case .todo(let row, _)? = model.row(at: position) else {
        return
      }
      presenter.didSelect(row.id)
    }
    let gestures = TodoListRow.Gestures(
      toggleDone: { [weak self] id, isDone in self?.presenter.didToggleDone(id, isDone) },
      toggleStar: { [weak self] id, isStarred in self?.presenter.didToggleStar(id, isStarred) },
      setCollapsed: { [weak self] id, isCollapsed in
        self?.presenter.didSetCollapsed(id, isCollapsed)
      }, isOn: { [weak self] mark, id in self?.presenter.toggles.isOn(mark, id) })
    let factory = ListItemFactory.make(
      setup: { [avatars] in TodoListRow(gestures: gestures, avatars: avatars) },
      bind: { [weak self] row, item in
        guard let self else { return }
        row.show(item, in: context)
        row.setReadOnly(isReadOnly(item))
      }, unbind: { $0.forget() },
      accessibleLabel: { [weak self, avatars] item in
        guard let self else { return "" }
        return TodoListRow.accessibleLabel(of: item, in: context, avatars: avatars)
      }, prebuildsNext: true)
    gtk_list_view_set_factory(opaque(listView), factory)
    g_object_unref(UnsafeMutableRawPointer(factory))
    Accessibility.setLabel(tr("To-dos"), on: listView)
    gtk_widget_add_css_class(listView, "todo-list")
    connect(listView, "activate") { [weak self] arguments in
      guard let self, case .todo(let row, _)? = model.row(at: arguments.uint(0)) else { return }
      held = nil
      presenter.didActivate(row.id)
    }
    ContextMenuGesture.add(to: listView) { [weak self] x, y in self?.openMenu(x: x, y: y) }
    // In the capture phase, because a row handles the space bar itself, to select.
    keys = KeyboardController.onKeyPressed(listView, phase: GTK_PHASE_CAPTURE) {
      [weak self] key, modifiers in self?.keyPressed(key, modifiers) ?? false
    }
    addShortcuts()
    FocusChain.makeSingleStop(listView)
    drag = TodoDragView(
      presenter: presenter, listView: listView,
      row: { [weak self] in self?.row(around: $0) },
      item: { [weak self] in
        guard let self else { return nil }
        return g_list_model_get_item(model.pointer, guint($0)).map { OpaquePointer($0) }
      })
    addRowActions()
  }

  /// Opens the details of a row and selects it.
  func activate(_ id: TodoID) {
    if let row = boundRows.first(where: { $0.id == id }) { select(row.position) }
    held = nil
    presenter.didActivate(id)
  }

  func withRow(_ id: String, _ body: (TodoRow) -> Void) {
    guard case .todo(let row, _)? = rendered?.page.item(TodoID(rawValue: id)) else { return }
    body(row)
  }

  private func isReadOnly(_ item: TodoItem) -> Bool {
    guard !readOnly.isEmpty, case .todo(let row, _) = item else { return false }
    return readOnly.contains(row.listID)
  }

  // MARK: Rendering

  /// Shows the rows of a state.
  func render(_ state: TodoListState) {
    let focused = focusedTodo()
    if state.readOnly != readOnly {
      readOnly = state.readOnly
      for row in boundRows { row.setReadOnly(row.list.map { readOnly.contains($0) } ?? false) }
    }
    if state.rowContext != context {
      context = state.rowContext
      for row in boundRows { row.show(context) }
    }
    showTrees(!state.page.outline.isFlat)
    let isNewPage = state.generation != rendered?.generation
    if state.reveal != rendered?.reveal { reveal = state.reveal }
    if isNewPage {
      isPainted = false
      awaited = nil
    }
    let source = TodoPageSource(page: state.page, limit: isPainted ? .max : rowsInSight)
    let isCut = source.count < state.page.count
    if isNewPage {
      model.replaceAll(with: source)
    } else if !isPainted, model.count > 0 {
      for step in state.steps ?? [] { redraw(step) }
      return completeAfterFrame(state.page)
    } else if let steps = state.steps, !isCut {
      for step in steps {
        let source = TodoPageSource(page: step.page)
        switch step.kind {
        case .splice(let position, let removed, let added):
          model.splice(at: position, removed: removed, added: added, to: source)
        case .refresh(let position):
          model.splice(at: position, removed: 0, added: 0, to: source)
          model.rowChanged(at: position)
        case .redraw:
          redraw(step)
        }
      }
    } else {
      model.update(to: source)
    }
    if let row = focusedRow(), row.id == nil {
      // The last open row is gone, and the focus went from it to the title below.
      _ = focusRow(at: row.position == 0 ? 1 : row.position - 1)
    } else if let focused {
      keepFocus(on: focused, in: state.page)
    }
    if isCut { completeAfterFrame(state.page) } else { takeReveal(state.page) }
    FrameTrace.rows(source.todoCount, in: host)
  }

  /// Resets the widgets of a row that changed their appearance by themselves; nothing else would update them.
  private func redraw(_ step: TodoPage.Step) {
    if case .redraw(let position) = step.kind { model.redraw(step.page.row(at: position)) }
  }

  /// Reserves space for the triangles before the rows.
  private func showTrees(_ hasTrees: Bool) {
    guard hasTrees != self.hasTrees else { return }
    self.hasTrees = hasTrees
    (hasTrees ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(listView, "has-trees")
  }

  /// The number of rows that fit into the window at its last height; unlimited if it is maximised.
  private var rowsInSight: Int {
    guard let window = gtk_widget_get_root(listView),
      gtk_window_is_maximized(cast(window)) == 0
    else { return .max }
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(cast(window), &width, &height)
    return height > 0 ? Int(height / TodoListRow.minimumHeight) + 1 : .max
  }

  /// Hands the remaining rows to GTK after the first frame, which shows only those that fit.
  private func completeAfterFrame(_ page: TodoPage) {
    if awaited == nil { FirstFrame.run(in: listView) { [weak self] in self?.completeRows() } }
    awaited = page
  }

  private func takeReveal(_ page: TodoPage) {
    guard let reveal, let index = reveal.focused.map(page.index(of:)) ?? reveal.index else {
      return
    }
    self.reveal = nil
    scroll(to: index)
    guard let id = reveal.focused else { return }
    select(index)
    if let root = gtk_widget_get_root(listView) { gtk_window_set_focus_visible(cast(root), 1) }
    focusSoon { $0.id == id }
  }

  private func completeRows() {
    guard !isPainted, let page = awaited else { return }
    isPainted = true
    awaited = nil
    model.update(to: TodoPageSource(page: page))
    takeReveal(page)
    FrameTrace.rows(page.todoCount, in: host)
  }
}
