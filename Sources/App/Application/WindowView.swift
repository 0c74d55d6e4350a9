import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The window: the main list beside a page, the details beside the page, and dialogs on top.
@MainActor
final class WindowView {
  let window: Widget
  private let panes: AdaptivePanes
  private let endPane: EndPane
  private let toasts: Widget = cast(adw_toast_overlay_new())
  private let sidebar: Widget
  private let content: Widget
  private let detailsBox: Widget
  private let settings: Settings
  private let avatars: AvatarProvider?
  private weak var mainList: MainListView?
  private weak var page: TodoListView?
  private weak var details: DetailsView?
  /// Whether the details will take the focus as soon as they are on the screen.
  private(set) var isFocusingDetails = false
  private var status: SyncStatusView?
  private var dialogs: [WeakDialog] = []
  private let actions = ActionGroup()
  private let undoing = MenuSection()
  private lazy var toast = LatestToast(in: toasts)
  private var hasContent = false
  private var isAwaited = false
  private var onShown: (@MainActor () -> Void)?
  private var typing = TypingPause()
  private var isDestroyed = false

  /// Runs when the user closes the window, after the window is hidden.
  var onClose: (@MainActor () -> Void)?
  /// Runs when the window gets the focus.
  var onFocus: (@MainActor () -> Void)?
  var onBlur: (@MainActor () -> Void)?

  /// - Parameter avatars: the names and pictures of people; nil shows none.
  init(application: ApplicationLoop, settings: Settings, avatars: AvatarProvider? = nil) {
    self.settings = settings
    self.avatars = avatars
    window = application.makeWindow()
    sidebar = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    detailsBox = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    // Opaque, because the details cover the page in a narrow window.
    gtk_widget_add_css_class(detailsBox, "background")
    panes = AdaptivePanes(sidebar: sidebar, content: content)
    endPane = EndPane(content: panes.widget, pane: detailsBox)
    gtk_window_set_title(cast(window), "Optimist")
    gtk_window_set_default_size(
      cast(window), Int32(settings.windowWidth), Int32(settings.windowHeight))
    if settings.isWindowMaximized { gtk_window_maximize(cast(window)) }
    gtk_widget_set_size_request(window, 360, 294)
    adw_toast_overlay_set_child(opaque(toasts), endPane.widget)
    adw_application_window_set_content(cast(window), toasts)
    actions.insert(into: window, prefix: "win")
    panes.onChange = { [weak self] in self?.foldDidChange() }
    endPane.onChange = { [weak self] in self?.endPaneDidChange() }
    followKeys(in: window)
    for (key, step) in [("F6", 1), ("<Shift>F6", -1)] {
      KeyboardController.addShortcut(key, to: window) { [weak self] in
        self?.switchPane(by: step)
        return true
      }
    }
    KeyboardController.addShortcut("Escape", to: endPane.widget) { [weak self] in
      guard let details = self?.details else { return false }
      details.close()
      return true
    }
    connectReturningBool(window, "close-request") { [weak self] _ in
      self?.close()
      return true
    }
    connect(window, "notify::is-active") { [weak self] _ in
      guard let self else { return }
      if gtk_window_is_active(cast(window)) != 0 { onFocus?() } else { onBlur?() }
    }
  }

  /// - Parameter timestamp: the time of the key press or click that requested it, for the window system; 0 if unknown.
  func present(timestamp: UInt32 = 0) {
    guard timestamp != 0 else { return gtk_window_present(cast(window)) }
    gtk_window_present_with_time(cast(window), timestamp)
  }

  /// Shows the window as soon as its page has content, or after a short wait in any case. An empty first frame would
  /// have to be laid out a second time.
  ///
  /// - Parameter onShown: runs after the first frame, for work that would compete with it.
  func presentWithContent(onShown: @escaping @MainActor () -> Void) {
    isAwaited = true
    self.onShown = onShown
    guard !hasContent else { return contentDidArrive() }
    // In parallel with reading the first rows.
    gtk_widget_realize(window)
    Task { [weak self] in
      try await Task.pause(for: Self.contentDelay)
      self?.contentDidArrive()
    }
  }

  private static let contentDelay: Duration =
    FrameTrace.isCounted ? .seconds(60) : .milliseconds(200)

  private func contentDidArrive() {
    hasContent = true
    guard isAwaited else { return }
    isAwaited = false
    present()
    FirstFrame.run(in: window) { [weak self] in
      // The painted frame reaches the screen only when the main loop continues.
      Task { self?.didShow() }
    }
  }

  private func didShow() {
    // The icon has to be drawn in several sizes, and the first frame need not wait for that.
    gtk_window_set_icon_name(cast(window), DataDirectory.applicationID)
    onShown?()
    onShown = nil
  }

  /// Adds an action to the window's menu and shortcuts, as `win.NAME`.
  func addAction(_ name: String, _ run: @escaping @MainActor () -> Void) {
    actions.add(name, run)
  }

  /// Adds an action that undoes or redoes commands. Edits in a focused text field are undone first.
  func addAction(_ direction: TextUndo.Direction, _ run: @escaping @MainActor () -> Void) {
    actions.add(direction.rawValue) { [weak self] in
      guard let self, !TextUndo.run(direction, in: window) else { return }
      run()
    }
  }

  func close() {
    guard gtk_widget_get_visible(window) != 0 else { return }
    settings.isWindowMaximized = gtk_window_is_maximized(cast(window)) != 0
    if !settings.isWindowMaximized {
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_window_get_default_size(cast(window), &width, &height)
      if width > 0, height > 0 {
        settings.windowWidth = Int(width)
        settings.windowHeight = Int(height)
      }
    }
    // Dialogs over the window close with it.
    for dialog in dialogs { dialog.dialog?.requestClose() }
    details?.takeEntries()
    details?.presenter.didLeave()
    gtk_widget_set_visible(window, 0)
    Settings.flush()
    onClose?()
  }

  /// Destroys the window and everything in it.
  func destroy() {
    isDestroyed = true
    gtk_window_destroy(cast(window))
  }

  static var menu: [[MenuItem]] {
    [
      [
        .init(tr("_New To-Do"), "win.new-todo"),
        .init(tr("New To-Do with _Details…"), "win.new-todo-details"),
        .init(tr("New _List…"), "win.new-list"),
      ],
      [
        .init(tr("_Sync Now"), "win.sync"), .init(tr("_Accounts…"), "win.accounts"),
        .init(tr("P_eople…"), "win.people"),
      ],
      [
        .init(tr("_Trash and Conflicts…"), "win.trash")
      ],
      [
        .init(tr("_Preferences"), "app.preferences"),
        .init(tr("_Keyboard Shortcuts"), "win.show-help-overlay"),
        .init(tr("A_bout Optimist"), "win.about"),
      ],
    ]
  }

  /// Moves the focus to the next pane or the previous one.
  private func switchPane(by step: Int) {
    // Panes that the details cover cannot take the focus.
    if details != nil, endPane.isFolded { return focusDetails() }
    let stops = [sidebar, content] + (details == nil ? [] : [detailsBox])
    let current = stops.firstIndex { hasFocus(within: $0) } ?? 1
    switch (current + step + stops.count) % stops.count {
    case 0: focusMainList()
    case 1: focusPage()
    default: focusDetails()
    }
  }

  private func focusMainList() {
    panes.showSidebar()
    mainList?.focus()
  }

  private func focusPage() {
    panes.showContent()
    page?.focus()
  }

  /// Called when the details open or close, also by a swipe, or when they start or stop covering the page.
  private func endPaneDidChange() {
    details?.setFolded(endPane.isFolded)
    page?.setWindowControls(details == nil || !endPane.isShown || endPane.isFolded)
    guard let details else { return }
    if endPane.isShown {
      // Details that cover the page take the focus, even if the layout shows only later that they cover it.
      if endPane.isFolded, !isFocusingDetails, !hasFocus(within: detailsBox) { details.focus() }
      return
    }
    details.close()
    // Details whose changes cannot be saved stay open.
    if self.details === details { endPane.show() }
  }

  private func hide(_ view: DetailsView?) {
    guard let view, view === details else { return }
    view.takeEntries()
    let hadFocus = hasFocus(within: detailsBox) || endPane.isFolded
    details = nil
    isFocusingDetails = false
    endPane.hide()
    endPaneDidChange()
    if hadFocus { focusPage() }
    removeChildren(of: detailsBox)
  }

  private func foldDidChange() {
    mainList?.setFolded(panes.isFolded)
    page?.setFolded(panes.isFolded)
  }

  private func replaceChild(of box: Widget, by child: Widget) {
    removeChildren(of: box)
    gtk_widget_set_vexpand(child, 1)
    gtk_box_append(cast(box), child)
  }

  /// The topmost window, over which a new dialog opens.
  private var topmost: Widget {
    dialogs.last { $0.dialog?.isOpen == true }?.dialog?.window ?? window
  }

  private final class WeakDialog {
    weak var dialog: DialogView?

    init(_ dialog: DialogView) {
      self.dialog = dialog
    }
  }
}

extension WindowView: MainWindow {
  func show(_ presenter: MainListPresenter) {
    let view = MainListView(presenter: presenter, menu: Self.menu, undoing: undoing)
    mainList = view
    replaceChild(of: sidebar, by: view.widget)
    view.setFolded(panes.isFolded)
  }

  func show(_ presenter: TodoListPresenter, isReveal: Bool) {
    let view = TodoListView(presenter: presenter, avatars: avatars) { [weak self] in
      self?.panes.showSidebar()
      self?.mainList?.focus()
    } onContent: { [weak self] in
      self?.contentDidArrive()
    }
    status?.move(to: view.showStatus)
    let isTyping = isEntryFocused
    page = view
    replaceChild(of: content, by: view.widget)
    // Otherwise the window's first widget would get the focus, and the next space would press it.
    if isTyping { presenter.didRequestAdd() }
    endPaneDidChange()
    view.setFolded(panes.isFolded)
    if isReveal { panes.showContent() }
  }

  func revealPage() {
    panes.showContent()
  }

  var isPageCovered: Bool { details != nil && endPane.isShown && endPane.isFolded }

  func show(_ presenter: DetailsPresenter, takesFocus: Bool) {
    let takesFocus = takesFocus || hasFocus(within: detailsBox)
    details?.takeEntries()
    let view = DetailsView(presenter: presenter, pictures: avatars?.pictures) { [weak self] in
      self?.focusPage()
    }
    presenter.screen.onClosed { [weak self, weak view] in self?.hide(view) }
    details = view
    isFocusingDetails = takesFocus || endPane.isFolded
    replaceChild(of: detailsBox, by: view.widget)
    endPane.show()
    endPaneDidChange()
    // Details that cover the page take the focus.
    isFocusingDetails = takesFocus || endPane.isFolded
    guard isFocusingDetails else { return }
    whenMapped(view.widget) { [weak self, weak view] in
      guard let self, let view, view === details else { return }
      isFocusingDetails = false
      view.focus()
      view.type(page?.takeHeldKeys(for: view.presenter.todo) ?? [])
    }
  }

  /// Runs a closure once a widget is on the screen: a text field that is not loses the keys that are pressed.
  private func whenMapped(_ widget: Widget, _ body: @escaping @MainActor () -> Void) {
    if gtk_widget_get_mapped(widget) != 0 { return body() }
    var isDone = false
    connect(widget, "map") { _ in
      guard !isDone else { return }
      isDone = true
      body()
    }
  }

  var isEntryFocused: Bool { page?.isEntryFocused == true }

  func focusDetails() {
    details?.focus()
  }

  func show(_ presenter: SyncStatusPresenter) {
    let view = SyncStatusView(presenter: presenter)
    status = view
    if let page { view.move(to: page.showStatus) }
  }

  func showToast(_ notice: String, onUndo: (@MainActor () -> Void)?) {
    toast.show(Toast(notice, button: onUndo == nil ? nil : tr("_Undo"))) { onUndo?() }
  }

  func setUndo(_ undo: String?, redo: String?) {
    actions.setEnabled("undo", undo != nil)
    actions.setEnabled("redo", redo != nil)
    undoing.set([
      .init(undo.map { tr("_Undo: %s", $0.withoutMnemonics) } ?? tr("_Undo"), "win.undo"),
      .init(redo.map { tr("_Redo: %s", $0.withoutMnemonics) } ?? tr("_Redo"), "win.redo"),
    ])
  }

  /// Notes when keys are pressed, since an alert that nobody asked for waits for a pause in typing, and when they are
  /// released.
  private func followKeys(in window: Widget) {
    let keys = KeyboardController.onKeyPressed(window, phase: GTK_PHASE_CAPTURE) {
      [weak self] _, _ in
      self?.typing.lastKey = .now
      return false
    }
    KeyRepeat.keyboard.follow(keys)
    RemovedFocus.follow(in: window)
  }

  func show(_ dialog: Dialog) {
    let view = dialog.makeView(topmost, avatars?.pictures)
    followKeys(in: view.window)
    dialogs.removeAll { $0.dialog == nil }
    dialogs.append(WeakDialog(view))
  }

  func showShortcuts() {
    ShortcutsView.present(over: topmost)
  }

  func show(_ info: AboutInfo) {
    AboutView.present(info, over: topmost)
  }

  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer {
    while true {
      let rest = typing.rest(at: .now)
      guard rest > .zero, (try? await Task.pause(for: rest)) != nil else { break }
    }
    // The window may have been destroyed during the pause.
    guard !isDestroyed else { return Alert.Answer(response: alert.closeResponse) }
    return await AlertDialog.ask(alert, over: topmost)
  }

  func present(_ alert: Alert) async -> String {
    await AlertDialog.present(alert, over: topmost)
  }
}
