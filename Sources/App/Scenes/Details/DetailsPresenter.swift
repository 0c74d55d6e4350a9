import Basics
import Core
import Platform
import Service
import Toolkit

/// Shows everything about a to-do beside its list, and saves changes without being asked.
///
/// Texts are saved half a second after the last key, all other fields at once. A new to-do is added when the user
/// finishes its title with Enter or leaves the details.
@MainActor
final class DetailsPresenter: Presenter {
  enum Mode: Equatable {
    /// A new to-do with initial values.
    case create(TodoDraft)
    case edit(Todo)
    /// A to-do in a list that the user may only read.
    case show(Todo)
  }

  let store: TodoStore
  let commands: CommandQueue
  let clock: any DayClock
  private let directory: PeopleDirectory?
  private let saveDelay: Duration
  private let onAdd: @MainActor (Todo) -> Void
  let screen = Screen<DetailsState>()

  var state: DetailsState
  var edit: TodoEdit
  /// The initial values of a new to-do; nil once it is stored.
  var draft: TodoDraft?
  var assigning: DetailsAssignees
  /// The fields in which the user is typing; changes from the store do not replace their texts.
  private var held: Set<TodoEdit.Text> = []
  private var failureCount = 0
  private let saving = DelayedAction()
  private var changes: Task<Void, Never>?
  var reminders = ReminderSlots()
  /// Whether the rows for custom rules are shown although the rule is a simple one.
  var showsCustomRepeat = false
  /// The rule and date from which the shown next occurrences were computed.
  var preview: RepeatPreview?
  var previewing: Task<Void, Never>?
  var family: Task<Void, Never>?
  var observedParent: TodoID?
  var naming: Task<Void, Never>?
  var observedList: ListID?
  /// The ticks of subtasks.
  var toggles = TodoToggles()
  /// Subtasks that are shown before their commit.
  var addedSubtasks: [DetailsState.Relative] = []
  /// Reads the text in the entry for another subtask; a subtask cannot name another list.
  let entry: EntryReader
  /// The position of the cursor in the entry, in the UTF-8 of its text.
  var cursor = 0
  /// Runs when the details of a new to-do were closed without it.
  var onCancel: (@MainActor () -> Void)?
  /// Opens the details of another to-do.
  var onOpen: (@MainActor (TodoID, _ isReadOnly: Bool) -> Void)?
  /// The zones that floating times had before they were made floating.
  var zonesBefore: [PartialKeyPath<Todo>: ZoneName] = [:]
  /// The number of readings of the to-do: of two that overlap, the one begun later counts.
  private var readings = 0
  /// The number of readings of the family, likewise.
  var familyReadings = 0
  /// A status that was chosen and is not stored yet.
  var chosenStatus: Todo.Status?
  /// How often a status was chosen, which tells whether a stored one is the latest.
  var statusCount = 0
  private var observations: [AnyObject?] = []

  /// How long after the last key a text is saved.
  static let saveDelay = Duration.milliseconds(500)

  /// - Parameters:
  ///   - directory: the people; nil shows user IDs.
  ///   - saveDelay: how long after the last key a text is saved.
  ///   - onAdd: called with a new to-do once it is in the store.
  init(
    mode: Mode, store: TodoStore, commands: CommandQueue, clock: any DayClock,
    directory: PeopleDirectory? = nil, saveDelay: Duration = DetailsPresenter.saveDelay,
    onAdd: @escaping @MainActor (Todo) -> Void = { _ in }
  ) {
    self.store = store
    self.commands = commands
    self.clock = clock
    self.directory = directory
    self.saveDelay = saveDelay
    self.onAdd = onAdd
    entry = EntryReader(store: store)
    entry.knowsLists = false
    switch mode {
    case .create(let given):
      draft = given
      edit = TodoEdit(given.blank)
      edit.edited = given.unsaved
    case .edit(let todo), .show(let todo): edit = TodoEdit(todo)
    }
    assigning = DetailsAssignees(edit.edited)
    state = DetailsState(todo: edit.edited, storageState: draft == nil ? .stored : .new)
    if case .show = mode { state.isReadOnly = true }
  }

  isolated deinit {
    for task in [changes, previewing, family, naming] { task?.cancel() }
  }

  /// The ID of the open to-do.
  var todo: TodoID { edit.base.id }
  /// Whether nothing can be changed.
  var isReadOnly: Bool { state.isReadOnly }
  /// Whether the to-do is not stored yet.
  var isNew: Bool { draft != nil }
  var zone: ZoneRules { store.zone }
  var now: Timestamp { store.now }
  /// Whether there are changes that are not on disk.
  var hasUnsaved: Bool {
    guard !state.isReadOnly else { return false }
    return isNew ? addition != nil : edit.isChanged
  }

  // MARK: Gestures

  func didLoad() {
    let render: @MainActor () -> Void = { [weak self] in self?.render() }
    observations = [
      directory?.observe(render), clock.observe { [weak self] in self?.timeDidPass() },
    ]
    entry.onChange = { [weak self] in
      self?.entryDidLearn()
      self?.tagsDidLearn()
    }
    if isNew { readLists() } else { observeStore() }
    render()
  }

  func didType(_ text: String, into field: TodoEdit.Text) {
    held.insert(field)
    switch field {
    case .title: edit.edited.content = text
    case .notes: edit.edited.notes = text
    case .link: edit.edited.url = text.isEmpty ? nil : text
    }
    render()
    keepSoon()
  }

  /// The focus has left a text field.
  func didLeave(_ field: TodoEdit.Text) {
    if field == .link { completeLink() }
    if !isNew { keep() }
    guard held.remove(field) != nil else { return }
    catchUp()
  }

  /// The focus has left the details, others take their place, or the window is about to close.
  func didLeave() {
    completeLink()
    keep()
  }

  /// The user has switched to another window, perhaps in the middle of a word. A new to-do is stored when the focus leaves
  /// the details or they are closed; until then a crash loses it.
  func didLeaveWindow() {
    if !isNew { keep() }
  }

  /// Completes a link that was typed without a scheme.
  private func completeLink() {
    guard held.contains(.link), let typed = edit.edited.url else { return }
    let link = TodoLink.completed(typed)
    guard !link.isExactly(typed) else { return }
    edit.edited.url = link
    render()
  }

  /// Called before a command is undone or redone. The result must be visible, even in a text that was just typed.
  func willUndo() {
    if !isNew { keep() }
    held = []
  }

  /// A link in the notes could not be opened.
  func didFailToOpen(_ address: String, _ reason: String) {
    navigator?.showToast(tr("“%s” cannot be opened: %s", ErrorText.short(address), reason))
  }

  /// Closes the details once everything is on disk. If saving fails, they stay open.
  func didClose() {
    completeLink()
    guard hasUnsaved else { return close() }
    keep()
    held = []
    let failures = failureCount
    commands.run { [weak self] () throws(StoreError) in
      guard let self, !hasUnsaved, failureCount == failures else { return }
      close()
    } failing: { _ in
      tr("The Change Was Not Saved")
    }
  }

  private func close() {
    let isCancelled = isOpen && isNew
    screen.close()
    if isCancelled { onCancel?() }
  }

  // MARK: Saving

  /// Days in words, the next occurrences and what is understood in the entry depend on the time.
  private func timeDidPass() {
    preview = nil
    if !typed.text.isEmpty { readDraft() }
    render()
  }

  /// Saves the changes, after all commands given before.
  func keep() {
    saving.cancel()
    guard hasUnsaved else { return }
    // Holds self strongly: the changes are saved even if the details are closed.
    commands.run { () throws(StoreError) in
      try await self.save()
    } failing: { [title = edit.edited.content] _ in
      tr("“%s” Was Not Saved", ErrorText.short(title))
    } onFailure: { error in
      self.failureCount += 1
      if error == .notAllowed { self.state.isReadOnly = true }
      self.render()
    }
  }

  func keepSoon() {
    saving.cancel()
    guard !isNew else { return }
    saving.schedule(after: saveDelay) { [weak self] in self?.keep() }
  }

  /// Changes a field that is chosen rather than typed.
  func change(_ body: (inout Todo) -> Void) {
    body(&edit.edited)
    render()
    if !isNew { keep() }
  }

  private func save() async throws(StoreError) {
    let kept = edit
    guard hasUnsaved else { return }
    let stored: Todo
    if let addition {
      stored = try await store.add(addition)
      draft = nil
      state.lists = []
      assigning = DetailsAssignees(stored)
    } else {
      guard let found = try await store.keep(kept) else { return }
      stored = found
    }
    if hasUnwantedControls(kept) { commands.showAlert(ErrorText.controlsLeftOut) }
    let wasNew = state.storageState == .new
    edit.confirm(kept, stored: stored, holding: held)
    state.storageState = .stored
    state.keptCount += 1
    render()
    guard wasNew else { return }
    observeStore()
    onAdd(stored)
    // What was typed while it was being added has waited for that.
    keepSoon()
  }

  /// Whether the typed or pasted text contains control characters, which are not saved.
  private func hasUnwantedControls(_ kept: TodoEdit) -> Bool {
    [(kept.base.content, kept.edited.content), (kept.base.notes, kept.edited.notes)]
      .contains { before, now in
        !before.isExactly(now) && TodoContent.hasUnwantedControls(now)
      }
  }

  // MARK: Changes in the store

  private func observeStore() {
    changes?.cancel()
    let events = store.changes(of: todo)
    changes = Task { [weak self] in
      for await _ in events {
        if Task.isCancelled { return }
        await self?.read()
      }
    }
    observeFamily()
  }

  func catchUp() {
    guard !isNew else { return }
    Task { [weak self] in await self?.read() }
  }

  private func read() async {
    readings += 1
    let reading = readings
    do throws(StoreError) {
      let found = try await store.todo(todo)
      guard reading == readings else { return }
      guard let stored = found else {
        state.storageState = .deleted
        return render()
      }
      let isReadOnly = try await store.listMetadata().readOnly.contains(stored.listID)
      guard reading == readings else { return }
      state.storageState = .stored
      // Whatever was typed before the role changed is reported when it cannot be saved.
      if !isReadOnly || !hasUnsaved { state.isReadOnly = isReadOnly }
      edit.follow(stored, holding: held)
      render()
      observeFamily()
    } catch {
      await navigator?.presentReadingFailure(error)
    }
  }

  // MARK: Showing

  func render() {
    state.todo = edit.edited
    state.status = chosenStatus ?? edit.edited.status
    state.today = clock.today
    state.hasTwelveHours = DateText.hasTwelveHours
    state.zone = LocalClock.zone
    entry.account = edit.edited.account
    reminders.follow(edit.edited.reminders)
    state.reminders = reminders.slots
    state.hasAllReminders = reminders.isFull
    renderRepeat()
    state.canAssign = keeper != nil
    let user = isNew ? keeper.flatMap { assigning[$0] } : edit.edited.assignee
    state.assignee = keeper.flatMap { account in
      user.map { user in
        let person = directory?.person(user, of: account)
        return .init(
          user: user, name: person?.name ?? user,
          avatar: AvatarContent(name: person?.name, pictureURL: person?.pictureURL))
      }
    }
    screen.render(state)
  }
}
