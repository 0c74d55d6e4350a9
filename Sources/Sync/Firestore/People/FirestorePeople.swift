import Basics
public import Core

/// The people of a Firestore database: the findable documents of its collection `users`, and those people
/// whom the user knows through lists.
///
/// They are read page by page, and each page gives an answer with all people so far. A document without a
/// name is left out and counted.
public struct FirestorePeople: ServerSource {
  /// The most people that are read.
  public static let most = 100_000

  private let access: FirestoreAccount.Access
  private let clock: any SyncClock
  private let timeout: Duration
  private let pageSize: Int
  private let most: Int
  private let related: Related?
  private let lost: Lost?

  /// The lists through which a user knows people, who are read even if they are not findable.
  public typealias Related = @Sendable (AccountID) async -> [Acquaintance]
  /// Called when a server has no profile of its user; the profile that it had last, or nil.
  public typealias Lost = @Sendable (AccountID) async -> Person?

  /// - Parameters:
  ///   - access: looks up how to reach an account's server.
  ///   - timeout: for each page.
  ///   - pageSize: how many people to request at once.
  ///   - related: nil reads only findable people.
  ///   - lost: nil leaves a user without a profile out.
  public init(
    access: @escaping FirestoreAccount.Access, clock: any SyncClock = SystemSyncClock(),
    timeout: Duration = .seconds(30), pageSize: Int = 1000, most: Int = Self.most,
    related: Related? = nil, lost: Lost? = nil
  ) {
    self.related = related
    self.lost = lost
    self.access = access
    self.clock = clock
    self.timeout = timeout
    self.pageSize = pageSize
    self.most = most
  }

  public func read(_ account: AccountID) -> AsyncThrowingStream<ServerAnswer<[Person]>, any Error> {
    .reading { answer in try await read(account, answer) }
  }

  private func read(
    _ account: AccountID, _ answer: (ServerAnswer<[Person]>) -> Void
  ) async throws(SyncError) {
    let reader = try await FirestoreReader(
      account, access: access, clock: clock, timeout: timeout)
    var listing = FirestoreListing(
      .init(
        collection: FirestorePersonReader.collection, trueField: FirestorePersonReader.findable),
      fields: FirestorePersonReader.fields,
      pageSize: min(pageSize, most), reader: reader)
    var order = PersonOrder()
    var seen = 0
    var skipped = 0
    var readAt: Timestamp?
    while true {
      let page = try await listing.next()
      readAt = readAt ?? page.readAt
      let found = page.documents.compactMap { document in
        reader.path(ofDocument: document.name)?.last.flatMap { id in
          FirestorePersonReader.person(
            document, id: id, fromLoopback: reader.settings.isLoopback)
        }
      }
      seen += page.documents.count
      skipped += page.documents.count - found.count
      order.add(found)
      let isFull = !page.isLast && (seen >= most || listing.isTooLong)
      // At least one person is left out; nobody knows how many.
      if isFull { skipped += 1 }
      let isComplete = page.isLast || isFull
      if isComplete {
        order.add(try await others(than: order.people, account, reader))
      }
      answer(
        ServerAnswer(
          value: order.people, readAt: readAt ?? page.readAt, isComplete: isComplete,
          skipped: skipped))
      if isComplete || Task.isCancelled { return }
    }
  }

  /// The user, and people known through a list, unless they are listed anyway.
  private func others(
    than listed: [Person], _ account: AccountID, _ reader: FirestoreReader
  ) async throws(SyncError) -> [Person] {
    guard let related else { return [] }
    let listed = Set(listed.map { ExactText($0.id) })
    let known = FirestoreAcquaintances(reader: reader)
    var people: [Person] = []
    if !listed.contains(ExactText(reader.settings.user)) {
      let own = try await known.own()
      if let person = own.person {
        people.append(person)
      } else if own.isMissing, let person = await lost?(account) {
        people.append(person)
      }
    }
    return try await people
      + known.people(related(account).filter { !listed.contains(ExactText($0.user)) })
  }
}
