import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The members of a list: invites people, changes their roles, and removes them.
@MainActor
final class SharingPresenter: Presenter {
  private let id: ListID
  private let store: TodoStore
  private let commands: CommandQueue
  private let undo: UndoHistory
  private let names: any PersonNaming
  let screen = Screen<SharingState>()

  private var state: SharingState
  private var account: Account?
  private var members: [ListMember] = []
  /// The users whose memberships have changes that are not on the server yet.
  private var waiting: Set<ExactText> = []
  /// Requested roles that are not in the store yet; nil removes the member.
  private var asked: [ExactText: ListRole?] = [:]
  /// The number of requests for each user, which tells whether an answer belongs to the latest one.
  private var askedCounts: [ExactText: Int] = [:]
  private var removed: [Int: ListMember] = [:]
  private var lastOffer = 0
  private var hasLookedForNames = false
  private let leaving = SingleQuestion()
  private var feeds: [Task<Void, Never>] = []
  private var observation: AnyObject?

  /// - Parameter list: a list that an account keeps.
  init(
    list: TodoList, store: TodoStore, commands: CommandQueue, undo: UndoHistory,
    names: any PersonNaming
  ) {
    id = list.id
    self.store = store
    self.commands = commands
    self.undo = undo
    self.names = names
    state = SharingState(list: list.name)
  }

  isolated deinit {
    for feed in feeds { feed.cancel() }
  }

  // MARK: Gestures

  func didLoad() {
    observation = names.observeNames { [weak self] in self?.showRows() }
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    for changes in [store.memberChanges(), store.syncChanges()] {
      feeds.append(Task { for await _ in changes { signal.yield() } })
    }
    let lists = store.list(id)
    feeds.append(Task { for await _ in lists { signal.yield() } })
    feeds.append(
      Task { [weak self] in
        for await _ in signals { await self?.read() }
      })
    render()
  }

  /// Opens the choice of a person, who is invited with the right to edit.
  func didRequestInvite() {
    guard state.canManage, let account else { return }
    let invite: @MainActor (String) -> Void = { [weak self] user in self?.set(user, as: .writer) }
    navigator?.open(
      PeopleRoute(
        mode: .choose(
          account: account.id.root, title: tr("Invite Somebody"),
          excluded: Set(state.rows.map { ExactText($0.id) }),
          onChoose: { invite($0.id) }, onChooseID: invite)))
  }

  func didChooseRole(_ role: ListRole, of user: String) {
    guard let row = state.rows.first(where: { $0.id.isExactly(user) }), row.role != role else {
      return
    }
    set(user, as: role)
  }

  func didRemove(_ user: String) {
    guard state.canManage, let member = members.first(where: { $0.user.isExactly(user) }) else {
      return
    }
    ask(user, nil) { [store, id, weak self] () throws(StoreError) in
      try await store.removeMember(user, of: id)
      self?.offerUndo(member)
    }
  }

  /// Undoes or redoes the last change of the list's members. Other commands are not visible in this dialog and are left
  /// alone.
  func didChoose(_ direction: TextUndo.Direction) {
    let isMeant: (UndoStep) -> Bool = { [id] in $0.changesMembers(of: id) }
    let notify: @MainActor (String) -> Void = { [weak self, undo] text in
      // The dialog is closed, so the message goes to the window.
      guard let self, isOpen else {
        undo.onNotice?(text)
        return
      }
      state.notice = .init(number: (state.notice?.number ?? 0) + 1, text: text)
      render()
    }
    switch direction {
    case .undo: undo.undo(where: isMeant, notify: notify)
    case .redo: undo.redo(where: isMeant, notify: notify)
    }
  }

  func didUndo(_ offer: Int) {
    guard let member = removed.removeValue(forKey: offer) else { return }
    didLetGo(offer)
    set(member.user, as: member.role)
  }

  /// The toast that offers to undo has disappeared.
  func didLetGo(_ offer: Int) {
    removed[offer] = nil
    if state.undoOffer?.number == offer { state.undoOffer = nil }
    render()
  }

  /// Asks whether to leave the list, and does so.
  func didRequestLeave() {
    guard state.canLeave else { return }
    let (store, id, commands) = (store, id, commands)
    leaving.ask { [weak self, name = state.list] in
      guard await self?.navigator?.present(LeaveQuestion.alert(name)) == LeaveQuestion.yes else {
        return
      }
      commands.run { () throws(StoreError) in
        try await store.leaveList(id)
        self?.screen.close()
      } failing: { _ in
        tr("The List Could Not Be Left")
      }
    }
  }

  // MARK: Parts

  private func set(_ user: String, as role: ListRole) {
    guard state.canManage else { return }
    ask(user, role) { [store, id] () throws(StoreError) in
      try await store.setMember(user, of: id, as: role)
    }
  }

  /// Shows a requested role at once, and runs the command for it. If that fails, the row shows the stored role again.
  private func ask(
    _ user: String, _ role: ListRole?, _ command: @escaping CommandQueue.Command
  ) {
    asked.updateValue(role, forKey: ExactText(user))
    askedCounts[ExactText(user), default: 0] += 1
    let count = askedCounts[ExactText(user)]
    let title = tr("“%s” Was Not Changed", ErrorText.short(state.list))
    showRows()
    commands.run { [weak self] () throws(StoreError) in
      try await command()
      await self?.read()
      self?.didAnswer(user, count)
    } failing: { _ in
      title
    } onFailure: { [weak self] _ in
      self?.didAnswer(user, count)
    }
  }

  private func didAnswer(_ user: String, _ count: Int?) {
    guard askedCounts[ExactText(user)] == count else { return }
    asked[ExactText(user)] = nil
    showRows()
  }

  private func offerUndo(_ member: ListMember) {
    lastOffer += 1
    removed[lastOffer] = member
    state.undoOffer = .init(number: lastOffer, name: name(of: member.user))
    render()
  }

  private var reads = 0
  private var lastRead = 0

  private func read() async {
    reads += 1
    let number = reads
    do throws(StoreError) {
      let lists = try await store.lists()
      guard let list = lists.first(where: { $0.id == id }), let keeper = list.account else {
        screen.close()
        return
      }
      let accounts = try await store.syncAccounts()
      let members = try await store.members(of: id)
      let items = try await store.waitingItems(of: keeper)
      guard number > lastRead else { return }
      lastRead = number
      account = accounts.first { $0.id == keeper }
      self.members = members
      waiting = Set(items.filter { $0.key.kind == .member }.map { ExactText($0.key.id) })
      state.list = list.name
      showRows()
    } catch {
      await navigator?.presentReadingFailure(error)
    }
  }

  /// Reads the people again if a member's name is unknown: a member who has accepted since has a name, but no change
  /// reports that.
  private func lookForNames(of account: Account) {
    guard !hasLookedForNames else { return }
    hasLookedForNames = true
    if members.contains(where: { names.personName($0.user, account.id.root) == nil }) {
      names.lookUpAgain(account.id.root)
    }
  }

  private func showRows() {
    guard let account else { return render() }
    lookForNames(of: account)
    state.canManage = account.share == nil
    state.canLeave = account.share != nil
    let owner = account.share?.owner ?? account.user
    var rows = [row(of: owner, role: nil)]
    for member in members where !member.user.isExactly(owner) {
      guard let change = asked[ExactText(member.user)] else {
        rows.append(row(of: member.user, role: member.role))
        continue
      }
      if let role = change { rows.append(row(of: member.user, role: role)) }
    }
    let additions = asked.map { (user: $0.key.text, role: $0.value) }
    for (user, role) in additions.sorted(by: { $0.user.precedesExactly($1.user) }) {
      guard let role, !rows.contains(where: { $0.id.isExactly(user) }) else { continue }
      rows.append(row(of: user, role: role))
    }
    state.rows = rows
    render()
  }

  private func row(of user: String, role: ListRole?) -> SharingState.Row {
    .init(
      id: user, name: name(of: user),
      pictureURL: account.flatMap { names.personPicture(user, $0.id.root) },
      isMe: account?.user.isExactly(user) == true, role: role,
      isEditable: state.canManage && role != nil,
      isWaiting: role != nil
        && (asked[ExactText(user)] != nil
          || waiting.contains(ExactText(ListMember.id(of: user, in: id))))
    )
  }

  /// The name of a person. If the user's own name is not known yet, it is that of the account.
  private func name(of user: String) -> String {
    guard let account else { return user }
    let known = names.personName(user, account.id.root)
    return known ?? (user.isExactly(account.user) ? account.name : user)
  }

  private func render() {
    screen.render(state)
  }
}
