public import Core

/// All lists that a user of a Firestore database can see: the user's own, and those in which the user is a
/// member.
///
/// The first answer has the lists, the second adds the numbers of open to-dos. A list that cannot be read is
/// left out and counted.
public struct FirestoreCatalogue: ServerSource {
  /// The most lists that are read; the limit applies to own and shared lists separately.
  static let most = 10_000
  /// The most lists whose to-dos are counted; for others the number of open to-dos is not known.
  static let mostCounted = 500
  static let requestsAtOnce = 4

  private let access: FirestoreAccount.Access
  private let clock: any SyncClock
  private let timeout: Duration
  private let pageSize: Int

  /// - Parameters:
  ///   - access: looks up how to reach an account's server.
  ///   - timeout: for each request.
  ///   - pageSize: how many lists to request at once.
  public init(
    access: @escaping FirestoreAccount.Access, clock: any SyncClock = SystemSyncClock(),
    timeout: Duration = .seconds(30), pageSize: Int = 500
  ) {
    self.access = access
    self.clock = clock
    self.timeout = timeout
    self.pageSize = pageSize
  }

  public func read(_ account: AccountID)
    -> AsyncThrowingStream<ServerAnswer<[CatalogueEntry]>, any Error>
  {
    .reading { answer in try await read(account, answer) }
  }

  private func read(
    _ account: AccountID, _ answer: (ServerAnswer<[CatalogueEntry]>) -> Void
  ) async throws(SyncError) {
    let reader = try await FirestoreReader(
      account, access: access, clock: clock, timeout: timeout)
    let lists = FirestoreListReader(reader: reader, pageSize: pageSize)
    let own = try await lists.own()
    let shared = try await lists.shared()
    let skipped = own.skipped + shared.skipped
    let entries = own.inOrder + shared.inOrder
    answer(
      ServerAnswer(value: entries, readAt: own.readAt, isComplete: false, skipped: skipped))
    let counted = try await counted(entries, reader)
    answer(ServerAnswer(value: counted, readAt: own.readAt, skipped: skipped))
  }

  // MARK: Counting

  private func counted(_ entries: [CatalogueEntry], _ reader: FirestoreReader)
    async throws(SyncError) -> [CatalogueEntry]
  {
    var entries = entries
    let places = entries.indices.prefix(Self.mostCounted)
    let counts = try await Self.inParallel(places.map { entries[$0] }) {
      (entry: CatalogueEntry) async throws(SyncError) -> Int? in
      try await Self.openCount(entry, reader)
    }
    for (place, count) in zip(places, counts) { entries[place].openCount = count }
    return entries
  }

  /// Nil if the server refuses to count; the list is shown without a number.
  private static func openCount(_ entry: CatalogueEntry, _ reader: FirestoreReader)
    async throws(SyncError) -> Int?
  {
    do throws(SyncError) {
      return try await reader.count(
        .init(collection: "todos", field: "listID", value: entry.id.rawValue),
        also: [isFalse("done"), isFalse("deleted")], below: ["users", entry.owner])
    } catch {
      switch error {
      case .rejected, .protocolViolation, .conflict: return nil
      case .transient, .postponed, .authentication, .untrusted: throw error
      }
    }
  }

  private static func isFalse(_ field: String) -> FirestoreQuery.FieldFilter {
    .init(field: .init(fieldPath: field), op: "EQUAL", value: .init(booleanValue: false))
  }

  /// Runs an operation for many elements, a few in parallel.
  /// - Returns: the results in the order of the elements.
  static func inParallel<Element: Sendable, Result: Sendable>(
    _ elements: [Element],
    _ body: @escaping @Sendable (Element) async throws(SyncError) -> Result
  ) async throws(SyncError) -> [Result] {
    do {
      return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        var results: [Int: Result] = [:]
        var waiting = elements.enumerated().makeIterator()
        func startNext() {
          guard let (number, element) = waiting.next() else { return }
          group.addTask { (number, try await body(element)) }
        }
        for _ in 0..<requestsAtOnce { startNext() }
        while let (number, result) = try await group.next() {
          results[number] = result
          startNext()
        }
        return elements.indices.compactMap { results[$0] }
      }
    } catch let error as SyncError {
      throw error
    } catch {
      // Nothing else is thrown unless the task itself is cancelled, and then nobody reads this.
      throw .transient(cause: .unreachable, retryAfter: nil)
    }
  }
}
