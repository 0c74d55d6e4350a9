import Basics
import Core
import Platform
import Sync

/// What the accounts' servers hold besides to-dos: people, pictures, the catalogue of lists, and the user's
/// own profile, each behind a cache.
@MainActor
package final class ServerRepository {
  package nonisolated let people: any ServerSource<[Person]>
  package nonisolated let catalogue: any ServerSource<[CatalogueEntry]>
  package nonisolated let pictures: PictureCache
  private let peopleRepository: PeopleRepository
  private let store: TodoStore
  private var accounts: Set<AccountID>?
  private var feed: Task<Void, Never>?
  private var network: NetworkMonitor?
  /// The accounts whose profile could not be sent, and when that was last tried for any of them.
  private var waiting: Set<AccountID> = []
  private var triedAt: ContinuousClock.Instant?
  private let retryPause: Duration
  /// Called when the server has refused a profile that was not sent by a scene.
  package var onRefusedProfile: (@MainActor (AccountID) -> Void)?

  /// The folder of the caches on this computer.
  package nonisolated static var standardFolder: String { UserDirectories.cache + "/optimist" }

  /// The file with the answers of servers.
  package nonisolated static func cachePath(in folder: String) -> String {
    folder + "/cache.sqlite"
  }

  /// How soon added and removed accounts are noticed.
  private static let pace = Duration.seconds(1)

  /// - Parameters:
  ///   - cacheFolder: created if it is missing; everything in it may be deleted.
  ///   - tokens: the credentials for an account's requests; nil if its server needs none.
  ///   - retryPause: how long after an attempt to send a profile the next one is made.
  package init(
    store: TodoStore, cacheFolder: String, retryPause: Duration = .seconds(60),
    tokens: @escaping @MainActor (Account) -> (any TokenProvider)?
  ) {
    self.store = store
    self.retryPause = retryPause
    // Connections of its own, so that nothing here delays synchronisation.
    let transport = SoupTransport()
    peopleRepository = PeopleRepository(
      cachePath: Self.cachePath(in: cacheFolder),
      access: { id in
        guard let account = await Self.accounts(store)?.first(where: { $0.id == id }) else {
          return nil
        }
        switch account.service {
        case .firestore(let settings):
          return FirestoreAccount(
            settings: settings, tokens: await tokens(account), transport: transport)
        case .caldav: return nil
        }
      },
      related: { account in
        do throws(StoreError) {
          return try await store.acquaintances(of: account.root)
        } catch {
          Log.warning("the people of the lists were not read: \(ErrorText.reason(error))")
          return []
        }
      })
    people = peopleRepository.people
    catalogue = peopleRepository.catalogue
    pictures = PictureCache(
      HTTPPictureSource(transport: SoupTransport(connections: 4)),
      folder: cacheFolder + "/pictures")
  }

  isolated deinit {
    feed?.cancel()
  }

  /// Starts following the accounts, and sends unsent profile changes of the last session.
  package func start() {
    let changes = store.syncChanges()
    feed = Task { [weak self] in
      for await _ in changes {
        await self?.followAccounts()
        guard (try? await Task.pause(for: Self.pace)) != nil else { return }
      }
    }
    network = NetworkMonitor { [weak self] isAvailable in
      guard isAvailable, let self else { return }
      Task { await self.networkDidComeBack() }
    }
  }

  /// Stops, and closes the cache.
  package func stop() async {
    feed?.cancel()
    network = nil
    await peopleRepository.close()
  }

  // MARK: Parts

  /// Errors are shown by the scenes that need the accounts; here they are logged.
  private static func accounts(_ store: TodoStore) async -> [Account]? {
    do throws(StoreError) {
      return try await store.accounts()
    } catch {
      Log.warning("the accounts were not read: \(ErrorText.reason(error))")
      return nil
    }
  }

  private func followAccounts() async {
    guard let present = await Self.accounts(store) else { return }
    let ids = Set(present.map(\.id))
    let before = accounts
    accounts = ids
    if before == nil { await peopleRepository.forgetAccounts(except: ids) }
    for account in (before ?? []).subtracting(ids) {
      await peopleRepository.forget(account)
    }
    if ids.isEmpty, before != ids { await pictures.forgetAll() }
    var due = ids.subtracting(before ?? [])
    // Signing in again and the ends of sync rounds lead here too.
    if triedAt.map({ ContinuousClock.now - $0 >= retryPause }) ?? true {
      due.formUnion(waiting.intersection(ids))
    }
    await send(due)
  }

  private func networkDidComeBack() async {
    await pictures.forgetFailures()
    await send(accounts ?? [])
  }

  /// Sends what waits of these accounts' profiles.
  private func send(_ accounts: Set<AccountID>) async {
    for account in accounts {
      if case .refused = await sendPending(of: account) {
        onRefusedProfile?(account)
      }
    }
  }
}

extension ServerRepository: ProfileEditing {
  package func profile(of account: AccountID) async -> Person? {
    await peopleRepository.profile.profile(of: account)
  }

  package func save(
    _ person: Person, changing fields: Set<Person.Field>, of account: AccountID
  ) async throws(ProfileProblem) {
    try await peopleRepository.profile.save(person, changing: fields, of: account)
  }

  package func sendPending(of account: AccountID) async -> ProfileOutcome {
    triedAt = .now
    let sending = await peopleRepository.profile.sendPending(of: account)
    if case .waiting = sending { waiting.insert(account) } else { waiting.remove(account) }
    return switch sending {
    case .sent: .sent
    case .waiting: .waiting
    case .refused(let error): .refused(error.problem)
    }
  }

  package func discardPending(of account: AccountID) async {
    await peopleRepository.profile.discardPending(of: account)
  }
}
