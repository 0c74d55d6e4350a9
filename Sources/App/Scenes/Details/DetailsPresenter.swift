import Basics
import Core
import Platform
import Service
import Toolkit

/// Shows everything about a to-do beside its list, and keeps what is changed without being asked.
///
/// A text is kept half a second after the last key, everything else at once. A new to-do is added when
/// its title ends with Enter, or when the details are left.
@MainActor
final class DetailsPresenter: Presenter {
  enum Mode: Equatable {
    /// A new to-do that begins with what is known.
    case create(TodoDraft)
    case edit(Todo)
    /// A to-do in a list that the user may only read.
    case show(Todo)
  }

  let store: TodoStore
  let commands: CommandQueue
  let clock: any DayClock
  private let directory: PeopleDirectory?
  private let pause: Duration
  private let onAdd: @MainActor (Todo) -> Void
  let screen = Screen<DetailsState>()

  var state: DetailsState
  var edit: TodoEdit
  /// What a new to-do began with; nil once it is stored.
  private var draft: TodoDraft?
  private var assigning: DetailsAssignees
  /// Texts that are being typed: nothing that arrives changes them.
  private var held: Set<TodoEdit.Text> = []
  private var failureCount = 0
  private var timer: Task<Void, any Error>?
  private var changes: Task<Void, Never>?
  var reminders = ReminderSlots()
  /// Whether the rows of a rule are shown although it is a plain one.
  var showsCustomRepeat = false
  /// What the next occurrences that are shown depend on.
  var preview: RepeatPreview?
  var previewing: Task<Void, Never>?
  var family: Task<Void, Never>?
  var observedParent: TodoID?
  var naming: Task<Void, Never>?
  var observedList: ListID?
  /// Subtasks that are shown before their commit.
  var addedSubtasks: [DetailsState.Relative] = []
  /// Understands what is typed for another subtask, which stays in the list.
  let entry: EntryReader
  /// Where the cursor stands in the entry, in the UTF-8 of its text.
  var cursor = 0
  /// Opens the details of another to-do.
  var onOpen: (@MainActor (TodoID, _ isReadOnly: Bool) -> Void)?
  /// The zones of times that were made the same in every zone.
  var zonesBefore: [PartialKeyPath<Todo>: ZoneName] = [:]
  /// How often the family was read: of two readings beside each other the later one counts.
  var familyReadings = 0
  /// A status that was chosen and is not stored yet.
  var chosenStatus: Todo.Status?
  private var observations: [AnyObject?] = []

  /// How long after the last key a text is kept.
  static let pause = Duration.milliseconds(500)

  /// - Parameters:
  ///   - directory: who is who; nil shows user IDs.
  ///   - pause: so long after the last key a text is kept.
  ///   - onAdd: gets a new to-do once it is in the store.
  init(
    mode: Mode, store: TodoStore, commands: CommandQueue, clock: any DayClock,
    directory: PeopleDirectory? = nil, pause: Duration = DetailsPresenter.pause,
    onAdd: @escaping @MainActor (Todo) -> Void = { _ in }
  ) {
    self.store = store
    self.commands = commands
    self.clock = clock
    self.directory = directory
    self.pause = pause
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
    state = DetailsState(todo: edit.edited, standing: draft == nil ? .stored : .new)
    if case .show = mode { state.isReadOnly = true }
  }

  isolated deinit {
    timer?.cancel()
    for task in [changes, previewing, family, naming] { task?.cancel() }
  }

  /// The to-do that is open.
  var todo: TodoID { edit.base.id }
  /// Whether nothing can be changed.
  var isReadOnly: Bool { state.isReadOnly }
  /// Whether it is not stored yet.
  var isNew: Bool { draft != nil }
  var zone: ZoneRules { store.zone }
  var now: Timestamp { store.now }
  /// Whether something was changed that is not on disk.
  var hasUnsaved: Bool {
    guard !state.isReadOnly else { return false }
    return isNew ? addition != nil : edit.isChanged
  }

  // MARK: Gestures

  func didLoad() {
    let render: @MainActor () -> Void = { [weak self] in self?.render() }
    observations = [directory?.observe(render), clock.observe(render)]
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

  /// The focus has left a text.
  func didLeave(_ field: TodoEdit.Text) {
    if field == .link { completeLink() }
    if !isNew { keep() }
    guard held.remove(field) != nil else { return }
    catchUp()
  }

  /// The focus has left the details, or the window is about to go.
  func didLeave() {
    completeLink()
    keep()
  }

  /// A link that was typed without a scheme gets one once it is whole.
  private func completeLink() {
    guard held.contains(.link), let typed = edit.edited.url else { return }
    let link = TodoLink.completed(typed)
    guard !link.isExactly(typed) else { return }
    edit.edited.url = link
    render()
  }

  func didChooseList(_ index: Int) {
    guard isNew else { return }
    state.chosenList = index
    render()
  }

  /// Opens the people to choose from.
  func didRequestAssignee() {
    guard let keeper else { return }
    let excluded = Set([assigning[keeper]].compactMap { $0 }.map { ExactText($0) })
    navigator?.open(
      PeopleRoute(
        mode: .choose(
          account: keeper, title: tr("Assign To"), excluded: excluded,
          onChoose: { [weak self] person in self?.assign(to: person.id, in: keeper) })))
  }

  /// It is for nobody in particular.
  func didClearAssignee() {
    if let keeper { assign(to: nil, in: keeper) }
  }

  /// A command is about to be undone or redone: that has to show, also in a text that was just typed.
  func willUndo() {
    if !isNew { keep() }
    held = []
  }

  /// A link in the notes could not be opened.
  func didFailToOpen(_ address: String, _ reason: String) {
    navigator?.tell(tr("“%s” cannot be opened: %s", ErrorText.short(address), reason))
  }

  /// Closes the details once everything is on disk. What cannot be kept stays on show.
  func didClose() {
    completeLink()
    guard hasUnsaved else { return screen.close() }
    keep()
    held = []
    let failures = failureCount
    commands.run { [weak self] () throws(StoreError) in
      guard let self, !hasUnsaved, failureCount == failures else { return }
      screen.close()
    } failing: { _ in
      tr("The Change Was Not Saved")
    }
  }

  // MARK: Keeping

  /// Keeps what was changed, after everything that was asked for before.
  func keep() {
    timer?.cancel()
    timer = nil
    guard hasUnsaved else { return }
    // Not weakly: what was typed is kept even when nobody looks at it any more.
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
    timer?.cancel()
    timer = nil
    guard !isNew else { return }
    timer = Task { [pause, weak self] in
      try await Task.pause(for: pause)
      self?.keep()
    }
  }

  /// Changes what is not typed.
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
    if hasUnwantedControls(kept) { commands.tell(ErrorText.controlsLeftOut) }
    let wasNew = state.standing == .new
    edit.confirm(kept, stored: stored, holding: held)
    state.standing = .stored
    state.keptCount += 1
    render()
    guard wasNew else { return }
    observeStore()
    onAdd(stored)
  }

  /// Whether something was typed, or pasted, that is not kept.
  private func hasUnwantedControls(_ kept: TodoEdit) -> Bool {
    [(kept.base.content, kept.edited.content), (kept.base.notes, kept.edited.notes)]
      .contains { before, now in
        !before.isExactly(now) && TodoContent.hasUnwantedControls(now)
      }
  }

  /// The new to-do; nil while there is nothing to call it by.
  private var addition: TodoDraft? {
    guard var addition = draft else { return nil }
    let (title, notes) = (edit.edited.content, edit.edited.notes)
    guard
      let name = TodoContent.normalized(title)
        ?? notes.split(whereSeparator: \.isNewline).lazy
        .compactMap({ TodoContent.normalized(String($0)) }).first
    else { return nil }
    if state.lists.indices.contains(state.chosenList) {
      addition.listID = state.lists[state.chosenList].id
    }
    addition.content = name
    addition.notes = notes
    addition.due = edit.edited.due
    addition.start = edit.edited.start
    addition.reminders = edit.edited.reminders
    addition.recurrence = edit.edited.recurrence
    addition.tags = edit.edited.tags
    addition.priority = edit.edited.priority
    addition.url = edit.edited.url
    if let keeper {
      addition.assignee = assigning[keeper]
      addition.isAssignedToMe = false
    }
    return addition
  }

  // MARK: What the store tells

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
    do throws(StoreError) {
      guard let stored = try await store.todo(todo) else {
        state.standing = .deleted
        return render()
      }
      state.standing = .stored
      edit.follow(stored, holding: held)
      render()
      observeFamily()
    } catch {
      await navigator?.presentReadingFailure(error)
    }
  }

  private func readLists() {
    guard let draft else { return }
    Task { [store, weak self] in
      do throws(StoreError) {
        let facts = try await store.listFacts()
        let lists = try await store.lists().filter { !facts.readOnly.contains($0.id) }
        self?.showLists(lists, of: draft, facts.roots)
      } catch {
        await self?.navigator?.presentReadingFailure(error)
      }
    }
  }

  private func showLists(_ lists: [TodoList], of draft: TodoDraft, _ accounts: [Account]) {
    guard isNew else { return }
    state.lists = lists.map { .init(id: $0.id, name: $0.name) }
    assigning.take(lists, for: draft, accounts)
    // What is for the user is kept where there is somebody to give it to.
    let suited = draft.isAssignedToMe ? lists.firstIndex { $0.account != nil } : nil
    state.chosenList = lists.firstIndex { $0.id == draft.listID } ?? suited ?? 0
    render()
  }

  // MARK: Whom it is given to

  /// The account whose server knows the people it can be given to.
  private var keeper: AccountID? {
    let account = isNew ? assigning.keeper(of: state.chosenList) : edit.edited.account?.root
    return account.flatMap { $0.offers.contains(.people) ? $0 : nil }
  }

  private func assign(to user: String?, in account: AccountID) {
    assigning[account] = user
    if isNew { return render() }
    change { $0.assignee = user }
  }

  func render() {
    state.todo = edit.edited
    state.status = chosenStatus ?? edit.edited.status
    state.today = clock.today
    state.hasTwelveHours = DateText.hasTwelveHours
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
          face: Face(name: person?.name, pictureURL: person?.pictureURL))
      }
    }
    screen.render(state)
  }
}
