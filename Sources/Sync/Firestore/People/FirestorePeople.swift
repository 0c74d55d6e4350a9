public import Core

/// The people of a Firestore database: the documents of its collection `users`, as far as they want to be
/// found, and of the others those whom the user has to do with.
///
/// They are read page by page, and what is known so far is answered after each. A document that tells
/// nobody is left out and counted.
public struct FirestorePeople: ServerSource {
  /// More people than this are not read.
  public static let most = 100_000

  private let access: FirestoreAccount.Access
  private let clock: any SyncClock
  private let timeout: Duration
  private let pageSize: Int
  private let most: Int
  private let related: Related

  /// The user IDs of people who are read though they do not want to be found: the user, and whoever shares a
  /// list with the user.
  public typealias Related = @Sendable (AccountID) async -> Set<String>
  /// More of them than this are not read.
  private static let mostRelated = 1_000
  private static let relatedAtOnce = 100

  /// - Parameters:
  ///   - access: looks up what is needed to ask the server of an account.
  ///   - timeout: for each page.
  ///   - pageSize: how many people to ask for at once.
  public init(
    access: @escaping FirestoreAccount.Access, clock: any SyncClock = SystemSyncClock(),
    timeout: Duration = .seconds(30), pageSize: Int = 1000, most: Int = Self.most,
    related: @escaping Related = { _ in [] }
  ) {
    self.related = related
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
      // Somebody at least is left out, though nobody knows how many.
      if isFull { skipped += 1 }
      let isComplete = page.isLast || isFull
      if isComplete {
        order.add(try await others(than: Set(order.people.map(\.id)), account, reader))
      }
      answer(
        ServerAnswer(
          value: order.people, readAt: readAt ?? page.readAt, isComplete: isComplete,
          skipped: skipped))
      if isComplete || Task.isCancelled { return }
    }
  }

  /// The people whom the user has to do with and who are not listed.
  private func others(
    than listed: Set<String>, _ account: AccountID, _ reader: FirestoreReader
  ) async throws(SyncError) -> [Person] {
    let ids = await related(account).subtracting(listed).filter(FirestorePaths.isDocumentID)
      .sorted().prefix(Self.mostRelated)
    var people: [Person] = []
    for start in stride(from: 0, to: ids.count, by: Self.relatedAtOnce) {
      let part = ids[start..<min(start + Self.relatedAtOnce, ids.count)]
      let names = part.map { reader.rootName + FirestorePersonReader.collection + "/" + $0 }
      let found = try await reader.documents(names)
      people += zip(part, names).compactMap { id, name in
        found[ExactText(name)].flatMap {
          FirestorePersonReader.person($0, id: id, fromLoopback: reader.settings.isLoopback)
        }
      }
    }
    return people
  }
}
