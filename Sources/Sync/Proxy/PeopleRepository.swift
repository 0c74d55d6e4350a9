public import Core

/// Everything that is read from servers besides to-dos: people, lists, and the user's own profile.
public final class PeopleRepository: Sendable {
  /// The people of an account; the user is among them, with unsent changes of their profile.
  public let people: any ServerSource<[Person]>
  /// The lists that the user of an account can see.
  public let catalogue: any ServerSource<[CatalogueEntry]>
  public let profile: ProfileEditor

  private let cache: CacheStore
  private let cachedPeople: CachingProxy<[Person]>
  private let cachedCatalogue: CachingProxy<[CatalogueEntry]>

  /// - Parameters:
  ///   - cachePath: of the file; nil for a cache in memory.
  ///   - access: looks up how to reach an account's server.
  ///   - related: the lists through which an account's user knows people, who are read even if they are not
  ///     findable.
  public init(
    cachePath: String?, access: @escaping FirestoreAccount.Access,
    related: @escaping FirestorePeople.Related = { _ in [] },
    clock: any SyncClock = SystemSyncClock()
  ) {
    cache = CacheStore(path: cachePath)
    let editor = ProfileEditor(
      cache: cache, server: FirestoreProfile(access: access, clock: clock), resource: "people")
    profile = editor
    cachedPeople = CachingProxy(
      FirestorePeople(
        access: access, clock: clock, related: related, lost: { await editor.restore($0) }),
      resource: "people", cache: cache, clock: clock)
    cachedCatalogue = CachingProxy(
      FirestoreCatalogue(access: access, clock: clock), resource: "catalogue", cache: cache,
      clock: clock)
    people = PeopleWithOwnProfile(cachedPeople, editor: editor)
    catalogue = cachedCatalogue
  }

  /// Drops everything known about an account, as when signing out.
  public func forget(_ account: AccountID) async {
    await cachedPeople.forget(account)
    await cachedCatalogue.forget(account)
    await profile.forget(account)
    await cache.forget(account)
  }

  /// Drops everything known about accounts that are gone, as those that were removed while nobody followed them.
  public func forgetAccounts(except present: Set<AccountID>) async {
    for account in await cache.accounts() where !present.contains(account) {
      await forget(account)
    }
  }

  /// Closes the file.
  public func close() async {
    await cache.close()
  }
}
