import Basics
import Core
import Platform
import Service
import Toolkit

/// Edits everything about a to-do, new or old, or shows it to somebody who may only read it.
@MainActor
final class EditTaskPresenter: Presenter {
  enum Mode: Equatable {
    /// A new to-do that begins with what is known.
    case create(TodoDraft)
    case retitle(Todo)
    /// A to-do in a list that the user may only read.
    case show(Todo)

    /// The to-do that is there already.
    var todo: Todo? {
      switch self {
      case .create: nil
      case .retitle(let todo), .show(let todo): todo
      }
    }
  }

  private let mode: Mode
  private let store: TodoStore
  private let commands: CommandQueue
  private let clock: any DayClock
  private let directory: PeopleDirectory?
  private let onSave: @MainActor () -> Void
  let screen = Screen<EditTaskState>()

  private var state: EditTaskState
  private var isBusy = false
  /// Whom it is given to, for each account that may keep it: an ID means nothing to another server.
  private var assignees: [AccountID: String] = [:]
  /// The accounts that keep the lists of the state.
  private var keepers: [AccountID?] = []
  private var observation: AnyObject?

  /// - Parameters:
  ///   - directory: who is who; nil shows user IDs.
  ///   - onSave: runs once the to-do is in the store; the dialog is closed then.
  init(
    mode: Mode, store: TodoStore, commands: CommandQueue, clock: any DayClock,
    directory: PeopleDirectory? = nil, onSave: @escaping @MainActor () -> Void = {}
  ) {
    self.mode = mode
    self.store = store
    self.commands = commands
    self.clock = clock
    self.directory = directory
    self.onSave = onSave
    switch mode {
    case .create(let draft):
      state = EditTaskState(
        title: tr("New To-Do"), content: draft.content, notes: draft.notes,
        isStarred: draft.isStarred, due: draft.due,
        alarm: draft.reminders.firstAlarm.map(Self.time(of:)))
    case .retitle(let todo), .show(let todo):
      state = EditTaskState(
        title: tr("Edit To-Do"), content: todo.content, notes: todo.notes,
        isStarred: todo.priority.isStarred, due: todo.due,
        alarm: todo.reminders.firstAlarm.map(Self.time(of:)))
      if case .show = mode {
        state.isReadOnly = true
        state.title = tr("To-Do")
      }
    }
  }

  /// Whether nothing can be changed.
  var isReadOnly: Bool { state.isReadOnly }

  // MARK: Gestures

  func didLoad() {
    observation = directory?.observe { [weak self] in self?.showAssignee() }
    guard case .create(let draft) = mode else {
      if let todo = mode.todo, let account = todo.account {
        assignees[account.root] = todo.assignee
      }
      state.isReady = true
      return showAssignee()
    }
    render()
    Task { [store, weak self] in
      do throws(StoreError) {
        let facts = try await store.listFacts()
        let lists = try await store.lists().filter { !facts.readOnly.contains($0.id) }
        self?.showLists(lists, chosen: draft.listID, facts.roots)
      } catch {
        self?.showLists([], chosen: nil, [])
        await self?.navigator?.presentReadingFailure(error)
      }
    }
  }

  func didChangeContent(_ text: String) {
    state.content = text
    render()
  }

  func didChangeNotes(_ text: String) {
    state.notes = text
    render()
  }

  func didToggleStar(_ isStarred: Bool) {
    state.isStarred = isStarred
    render()
  }

  func didChooseDate(_ day: CalendarDay?) {
    state.due = day.map { day in
      guard let due = state.due, let time = due.time else { return CalendarTime(day: day) }
      return CalendarTime(day: day, time: time, zone: due.zone)
    }
    render()
  }

  func didChooseList(_ index: Int) {
    state.chosenList = index
    showAssignee()
  }

  /// Switches the alarm on, for the next morning that makes sense, or off.
  func didToggleAlarm(_ isOn: Bool) {
    guard isOn != (state.alarm != nil) else { return }
    state.alarm =
      isOn
      ? .init(
        day: state.due?.day ?? clock.today.adding(days: 1), hour: 9, minute: 0,
        zone: LocalTime.zoneName) : nil
    render()
  }

  func didChooseAlarmDay(_ day: CalendarDay) {
    state.alarm?.day = day
    render()
  }

  func didChooseAlarmTime(hour: Int, minute: Int) {
    state.alarm?.hour = hour
    state.alarm?.minute = minute
    render()
  }

  /// Opens the people to choose from.
  func didRequestAssignee() {
    guard let keeper else { return }
    let excluded = Set([assignees[keeper]].compactMap { $0 }.map { ExactText($0) })
    navigator?.open(
      .people(
        .choose(
          account: keeper, title: tr("Assign To"), excluded: excluded,
          onChoose: { [weak self] person in self?.assign(to: person.id, in: keeper) })))
  }

  /// It is for nobody in particular.
  func didClearAssignee() {
    if let keeper { assign(to: nil, in: keeper) }
  }

  func didSave() {
    guard state.canSave, !isBusy else { return }
    isBusy = true
    let isWithControls = hasUnwantedControls
    commands.run { [store, mode, commands, edited = draft, weak self] () throws(StoreError) in
      switch mode {
      case .create: try await store.add(edited)
      case .retitle(let todo): try await store.update(todo.id, to: edited)
      case .show: break
      }
      self?.didFinish()
      if isWithControls { commands.tell(ErrorText.controlsLeftOut) }
    } failing: { [content = state.content] _ in
      tr("“%s” Was Not Saved", ErrorText.short(content))
    } onFailure: { [weak self] _ in
      self?.isBusy = false
    }
  }

  // MARK: Parts

  private func didFinish() {
    screen.close()
    onSave()
  }

  /// Whether something was typed, or pasted, that is not kept.
  private var hasUnwantedControls: Bool {
    let typed = [(mode.todo?.content, state.content), (mode.todo?.notes, state.notes)]
    return typed.contains { before, now in
      !before.isExactly(now) && TodoContent.hasUnwantedControls(now)
    }
  }

  private var draft: TodoDraft {
    var draft: TodoDraft
    switch mode {
    case .create(let given):
      draft = given
      if state.lists.indices.contains(state.chosenList) {
        draft.listID = state.lists[state.chosenList].id
      }
    case .retitle(let todo), .show(let todo):
      draft = TodoDraft(
        id: todo.id, listID: todo.listID, content: todo.content, reminders: todo.reminders)
    }
    if let keeper {
      draft.assignee = assignees[keeper]
      draft.isAssignedToMe = false
    } else if let todo = mode.todo {
      draft.assignee = todo.assignee
    }
    draft.content = state.content
    draft.notes = state.notes
    draft.due = state.due
    draft.isStarred = state.isStarred
    // An alarm that was not touched keeps its moment to the millisecond.
    if draft.reminders.firstAlarm.map(Self.time(of:)) != state.alarm {
      draft.reminders.setFirstAlarm(alarm)
    }
    return draft
  }

  private var alarm: Alarm? {
    guard let time = state.alarm else { return nil }
    let moment = LocalTime.milliseconds(
      year: time.day.year, month: time.day.month, day: time.day.day, hour: time.hour,
      minute: time.minute, zone: time.zone)
    return moment.map { Alarm(at: Timestamp(milliseconds: $0), zone: time.zone) }
  }

  private static func time(of alarm: Alarm) -> EditTaskState.AlarmTime {
    let parts = LocalTime.parts(milliseconds: alarm.at.milliseconds, zone: alarm.zone)
    let day = CalendarDay(year: parts.year, month: parts.month, day: parts.day)
    return .init(
      day: day ?? CalendarDay.first, hour: parts.hour, minute: parts.minute, zone: alarm.zone)
  }

  private func showLists(_ lists: [TodoList], chosen: ListID?, _ accounts: [Account]) {
    state.isReady = true
    state.lists = lists.map { .init(id: $0.id, name: $0.name) }
    keepers = lists.map(\.account)
    if case .create(let draft) = mode {
      for account in Set(keepers.compactMap { $0?.root }) {
        let me = accounts.first { $0.id == account }?.user
        assignees[account] = draft.isAssignedToMe ? me : draft.assignee
      }
      // What is for the user is kept where there is somebody to give it to.
      let suited = draft.isAssignedToMe ? keepers.firstIndex { $0 != nil } : nil
      state.chosenList = lists.firstIndex { $0.id == chosen } ?? suited ?? 0
    }
    showAssignee()
  }

  // MARK: Whom it is given to

  /// The account whose server knows the people it can be given to.
  private var keeper: AccountID? {
    switch mode {
    case .create:
      keepers.indices.contains(state.chosenList) ? keepers[state.chosenList]?.root : nil
    case .retitle(let todo), .show(let todo): todo.account?.root
    }
  }

  private func assign(to user: String?, in account: AccountID) {
    assignees[account] = user
    showAssignee()
  }

  private func showAssignee() {
    state.canAssign = keeper != nil
    state.assignee = keeper.flatMap { account in
      assignees[account].map { user in
        let person = directory?.person(user, of: account)
        return .init(
          user: user, name: person?.name ?? user,
          face: Face(name: person?.name, pictureURL: person?.pictureURL))
      }
    }
    render()
  }

  private func render() {
    let isTitle =
      mode.todo?.content.isExactly(state.content) == true
      || TodoContent.normalized(state.content) != nil
    state.canSave = !state.isReadOnly && isTitle
    screen.render(state)
  }
}
