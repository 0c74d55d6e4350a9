import Core
import Platform
import Service
import Sync

/// The state of the dialog with the invitations.
struct InvitationsState: Equatable {
  /// One invitation.
  struct Row: Equatable, Identifiable {
    let id: Invitation.ID
    /// The list's name; empty if the invitation does not contain one.
    var list: String
    /// The person who invites.
    var person: InvitationPerson
    var role: ListRole
    /// Whether the user has accepted and the server does not know that yet.
    var isAccepted: Bool
  }

  /// A person whose invitations the user has blocked.
  struct Blocked: Equatable, Identifiable {
    struct ID: Hashable {
      let account: AccountID
      let user: String
    }

    let id: ID
    var person: InvitationPerson
  }

  /// Invitations that wait for an answer come first.
  var rows: [Row] = []
  var blocked: [Blocked] = []
  /// Whether it is known that there are no invitations and no blocked people.
  var isEmpty = false
}

/// What identifies the person who invites to a user who may not know them.
struct InvitationPerson: Hashable {
  /// The user ID, which is unique.
  let user: String
  /// The name that the person has chosen; nil while it is not known.
  let name: String?
}

/// Shows invitations to other people's lists: accepts and declines them, and blocks whoever sends them.
@MainActor
final class InvitationsPresenter: Presenter {
  private let store: TodoStore
  private let commands: CommandQueue
  private let names: any PersonNaming
  let screen = Screen<InvitationsState>()

  private var invitations: [Invitation] = []
  private var blocked: [Consent] = []
  private var isRead = false
  private let blocking = SingleQuestion()
  private var feed: Task<Void, Never>?
  private var observation: AnyObject?

  init(store: TodoStore, commands: CommandQueue, names: any PersonNaming) {
    self.store = store
    self.commands = commands
    self.names = names
  }

  isolated deinit {
    feed?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    observation = names.observeNames { [weak self] in self?.render() }
    let changes = store.memberChanges()
    feed = Task { [weak self] in
      for await _ in changes { await self?.read() }
    }
    render()
  }

  func didAccept(_ id: Invitation.ID) {
    run { [store] () throws(StoreError) in try await store.accept(id) }
  }

  func didDecline(_ id: Invitation.ID) {
    run { [store] () throws(StoreError) in try await store.decline(id) }
  }

  /// Asks whether to block the inviting person, and does so.
  func didRequestBlock(_ id: Invitation.ID) {
    let question = InvitationsText.blockQuestion(person(id.owner, id.account))
    blocking.ask { [weak self] in
      guard await self?.navigator?.present(question) == "block" else { return }
      self?.run { [store = self?.store] () throws(StoreError) in
        try await store?.block(id.owner, in: id.account)
      }
    }
  }

  func didUnblock(_ id: InvitationsState.Blocked.ID) {
    run { [store] () throws(StoreError) in try await store.unblock(id.user, in: id.account) }
  }

  // MARK: Parts

  private func run(_ command: @escaping CommandQueue.Command) {
    commands.run(command) { _ in tr("Your Answer Was Not Saved") }
  }

  private func read() async {
    do throws(StoreError) {
      invitations = try await store.invitations()
      blocked = try await store.blocked()
      isRead = true
      render()
    } catch {
      await navigator?.presentReadingFailure(error)
    }
  }

  private func person(_ user: String, _ account: AccountID) -> InvitationPerson {
    InvitationPerson(user: user, name: names.personName(user, account.root))
  }

  private func render() {
    var state = InvitationsState()
    let sorted = invitations.filter { !$0.isAccepted } + invitations.filter(\.isAccepted)
    state.rows = sorted.map { invitation in
      .init(
        id: invitation.id, list: invitation.listName,
        person: person(invitation.id.owner, invitation.id.account), role: invitation.role,
        isAccepted: invitation.isAccepted)
    }
    state.blocked = blocked.map { consent in
      .init(
        id: .init(account: consent.account, user: consent.user),
        person: person(consent.user, consent.account))
    }
    state.isEmpty = isRead && state.rows.isEmpty
    screen.render(state)
  }
}
