import Basics
public import Core

/// Stores the user's edits of their own profile, and sends them.
///
/// An edit is on disk before ``save(_:of:)`` returns and is shown from then on. Sending is retried until the
/// server has it.
public actor ProfileEditor {
  private let cache: CacheStore
  private let server: any ProfileServer
  private let resource: String
  private let sendings = SharedWork<AccountID, ProfileSending>()

  /// - Parameters:
  ///   - resource: the cache's name for people, as in their ``CachingProxy``.
  public init(cache: CacheStore, server: any ProfileServer, resource: String = "people") {
    self.cache = cache
    self.server = server
    self.resource = resource
  }

  /// The user's profile with unsent changes; nil if nothing is known here.
  public func profile(of account: AccountID) async -> Person? {
    let account = account.root
    let known = await cached(account)
    return await cache.profile(of: account)?.applied(to: known) ?? known
  }

  /// The user's profile as the server had it last.
  private func cached(_ account: AccountID) async -> Person? {
    let people: CachedAnswer<[Person]>? = await cache.answer(resource, of: account)
    guard let user = account.user else { return nil }
    return people?.value.first { $0.id.isExactly(user) }
  }

  /// The edit that is waiting or was refused; nil if there is none.
  public func pending(of account: AccountID) async -> PendingProfile? {
    await cache.profile(of: account.root)
  }

  /// Stores an edit on this computer. Does not wait for the server.
  /// - Parameters:
  ///   - person: white space around the names and control characters in them are removed, and an empty address means
  ///     none.
  ///   - fields: what the user changed; only that is written over the server's profile.
  public func save(
    _ person: Person, changing fields: Set<Person.Field>, of account: AccountID
  ) async throws(ProfileProblem) {
    let person = Self.tidied(person)
    if let problem = ProfileProblem(person) { throw problem }
    do throws(StoreError) {
      try await cache.keepProfile(person, changing: fields, of: account.root)
    } catch {
      throw .notKept(reason: "\(error)")
    }
  }

  /// Sends the stored edit, if there is one. A refused one is not sent again.
  public func sendPending(of account: AccountID) async -> ProfileSending {
    let account = account.root
    while let (result, isOwn) = await sendings.value(account, { await self.send(account) }) {
      if isOwn { return result }
      if case .waiting = result { return result }
      // The answer may have been to an earlier edit.
    }
    return .waiting(.transient(cause: .unreachable, retryAfter: nil))
  }

  /// Sends the user's profile again, because the server has lost it, unless an edit waits to be sent. After a failure, the
  /// next reading tries again; if another device was faster, the server refuses and has the profile.
  /// - Returns: the profile as the server had it last, which the cached people keep; nil if it had none.
  func restore(_ account: AccountID) async -> Person? {
    let account = account.root
    guard let known = await cached(account) else { return nil }
    if await cache.profile(of: account) == nil, ProfileProblem(known) == nil {
      _ = try? await server.write(known, Person.allFields, of: account, isMissing: true)
    }
    return known
  }

  /// Gives up the stored edit; the server's profile is shown again.
  public func discardPending(of account: AccountID) async {
    await cache.discardProfile(of: account.root)
  }

  /// Drops the stored edit and cancels sending it, as when signing out.
  public func forget(_ account: AccountID) async {
    sendings.cancel(account)
    await cache.discardProfile(of: account)
  }

  // MARK: Sending

  private func send(_ account: AccountID) async -> ProfileSending {
    guard let pending = await cache.profile(of: account) else { return .sent }
    if let refusal = pending.refusal {
      return .refused(.rejected(status: refusal.status, code: refusal.code))
    }
    let moment: Timestamp
    do throws(SyncError) {
      let person = pending.applied(to: await cached(account))
      moment = try await server.write(person, pending.fields, of: account, isMissing: false)
    } catch {
      guard case .rejected(let status, let code) = error else { return .waiting(error) }
      await cache.refuseProfile(
        pending.revision, of: account, as: .init(status: status, code: code))
      return .refused(error)
    }
    // Before dropping the edit, so that the old name is not shown in between.
    await cache.change(resource, of: account, as: [Person].self, at: moment) { people in
      people = PersonOrder.applying(pending, to: people)
    }
    await cache.discardProfile(pending.revision, of: account)
    return .sent
  }

  private static func tidied(_ person: Person) -> Person {
    var person = person
    person.username = TodoContent.normalized(person.username) ?? ""
    person.fullname = TodoContent.normalized(person.fullname) ?? ""
    person.pictureURL = person.pictureURL?.tidied
    if person.pictureURL?.isEmpty == true { person.pictureURL = nil }
    return person
  }
}

extension String {
  /// Without white space around it.
  fileprivate var tidied: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
