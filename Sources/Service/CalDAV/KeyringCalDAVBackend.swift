import Core
import Sync

/// The backend of a CalDAV account, with the password that the keyring has for it.
///
/// The password is read at the first request. After the server has refused it, it is read again, since the user may
/// have signed in again meanwhile.
struct KeyringCalDAVBackend: SyncBackend {
  /// Makes the backend once the password is known.
  private actor Access {
    private let settings: CalDAVSettings
    private let account: AccountID
    private let store: TodoStore
    private let transport: any HTTPTransport
    private let secrets: any SecretStore
    private let dueTimesRing: @Sendable () async -> Bool
    private var backend: CalDAVBackend?

    init(
      _ settings: CalDAVSettings, account: AccountID, store: TodoStore,
      transport: any HTTPTransport, secrets: any SecretStore,
      dueTimesRing: @escaping @Sendable () async -> Bool
    ) {
      self.settings = settings
      self.account = account
      self.store = store
      self.transport = transport
      self.secrets = secrets
      self.dueTimesRing = dueTimesRing
    }

    func open() async throws(SyncError) -> CalDAVBackend {
      if let backend { return backend }
      let password = try await password()
      if let backend { return backend }
      guard
        let new = CalDAVBackend(
          settings: settings, account: account, store: store, transport: transport,
          credentials: DAVCredentials(user: settings.user, password: password),
          makeClientNonce: ClientNonce.make, dueTimesRing: dueTimesRing)
      else { throw .protocolViolation(detail: "the settings name no server") }
      backend = new
      return new
    }

    func forget() {
      backend = nil
    }

    private func password() async throws(SyncError) -> String {
      let password: String?
      do throws(SecretError) {
        password = try await secrets.secret(for: account)
      } catch {
        switch error {
        // A retry would only show the keyring's dialog again.
        case .unavailable, .locked, .timedOut: throw .authentication
        case .cancelled, .failed: throw .transient(cause: .unreachable, retryAfter: nil)
        }
      }
      guard let password else { throw .authentication }
      return password
    }
  }

  private let access: Access

  init(
    _ settings: CalDAVSettings, account: AccountID, store: TodoStore,
    transport: any HTTPTransport, secrets: any SecretStore,
    dueTimesRing: @escaping @Sendable () async -> Bool
  ) {
    access = Access(
      settings, account: account, store: store, transport: transport, secrets: secrets,
      dueTimesRing: dueTimesRing)
  }

  // The engine asks for these before the password is known; they are the same as in CalDAVBackend.

  var kinds: [RecordKind] { [.list, .todo] }

  var batchLimit: Int { 1 }

  var canWatch: Bool { false }

  var mostWatchedShares: Int { 0 }

  func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    try await perform { backend throws(SyncError) in try await backend.push(changes) }
  }

  func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    try await perform { backend throws(SyncError) in try await backend.fetch(keys) }
  }

  func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    try await perform { backend throws(SyncError) in
      try await backend.changes(of: kind, since: cursor)
    }
  }

  func count(of kind: RecordKind) async throws(SyncError) -> Int? {
    try await perform { backend throws(SyncError) in try await backend.count(of: kind) }
  }

  func versions(of kind: RecordKind, after place: SyncCursor?) async throws(SyncError)
    -> VersionPage?
  {
    try await perform { backend throws(SyncError) in
      try await backend.versions(of: kind, after: place)
    }
  }

  func watch(
    since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
    onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError) {}

  private func perform<T: Sendable>(
    _ work: @Sendable (CalDAVBackend) async throws(SyncError) -> T
  ) async throws(SyncError) -> T {
    let backend = try await access.open()
    do throws(SyncError) {
      return try await work(backend)
    } catch {
      if error == .authentication { await access.forget() }
      throw error
    }
  }
}
