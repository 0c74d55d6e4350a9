import GRDB

/// The user's to-dos and lists, in one SQLite file.
///
/// Each user command is one method and one transaction, which writes the rows and their outbox entries
/// together and is on disk when the method returns. Readers get a snapshot and then what each commit changed.
public final class TodoStore: Sendable {
  let writer: any DatabaseWriter
  let environment: StoreEnvironment
  let hub: ChangeHub
  let deferredReads: DeferredReadQueue
  /// Whether work is done on the caller's thread, which waits, instead of on the database's own queue.
  let isBlocking: Bool
  /// The file's version when this process last looked for other processes' changes.
  let seenByOthers: SeenVersion
  /// Collects what commands change, where they can be taken back.
  private let recorder: UndoRecorder?

  init(writer: any DatabaseWriter, environment: StoreEnvironment, isBlocking: Bool = false) {
    self.writer = writer
    self.environment = environment
    self.isBlocking = isBlocking
    hub = ChangeHub()
    deferredReads = DeferredReadQueue()
    seenByOthers = SeenVersion()
    recorder = nil
  }

  /// The same store with another recorder.
  init(_ other: TodoStore, recorder: UndoRecorder) {
    writer = other.writer
    environment = other.environment
    isBlocking = other.isBlocking
    hub = other.hub
    deferredReads = other.deferredReads
    seenByOthers = other.seenByOthers
    self.recorder = recorder
  }

  /// A new identifier for a record.
  public func makeID() -> String { environment.makeID() }

  /// The words for names of lists.
  public var naming: ListNaming { environment.naming }

  /// The current time by the store's clock.
  public var now: Timestamp { environment.now() }

  /// The local time zone.
  public var zone: ZoneRules { environment.zone() }

  /// The store's clock.
  public var clock: @Sendable () -> Timestamp { environment.now }

  // MARK: Opening

  /// A store in memory that lives as long as the object, for tests.
  public static func inMemory(environment: StoreEnvironment = .live) throws(StoreError)
    -> TodoStore
  {
    do {
      let queue = try DatabaseQueue(configuration: configuration)
      try Schema.migrator.migrate(queue)
      return TodoStore(writer: queue, environment: environment)
    } catch {
      throw StoreError(error)
    }
  }

  /// Opens the file, or creates it.
  /// - Throws: ``StoreError/damaged(detail:)`` for a file that is not an intact database,
  ///   ``StoreError/tooNew(version:)`` for one of a later version, which is then not written to.
  public static func open(at path: String, environment: StoreEnvironment = .live)
    throws(StoreError) -> TodoStore
  {
    do {
      // If several processes start at once, one creates the file.
      let lock = try OpeningLock(path)
      defer { lock.release() }
      try inspect(path)
      if !exists(path) { try create(path) }
      let pool = try DatabasePool(path: path, configuration: configuration)
      // The pool sets NORMAL when it turns the log on, which may lose the last commits in a power cut
      // (https://www.sqlite.org/pragma.html#pragma_synchronous).
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      _ = try pool.read { try checkedVersions($0) }
      try Schema.migrator.migrate(pool)
      try pool.read { try probe($0) }
      return TodoStore(writer: pool, environment: environment)
    } catch {
      let failure = StoreError(error)
      if case .cannotOpen = failure, isInReadOnlyFolder(path) { throw .readOnly }
      throw failure
    }
  }

  /// Closes the file when the work in progress has ended; nothing can be read or written afterwards.
  public func close() throws(StoreError) {
    do {
      // Only the writer can merge the log into the file, and only if it is the last to close.
      (writer as? DatabasePool)?.releaseMemory()
      try writer.close()
    } catch {
      throw StoreError(error)
    }
  }

  /// Reads a little of each table, so that a damaged file is noticed now and not during use.
  private static func probe(_ db: Database) throws {
    for table in [
      "list", "todo", "outbox", "syncBase", "inFlightWrite", "syncCursor", "syncRetry", "syncState",
      "syncConflict", "trash", "account", "member", "hiddenList", "formerValues", "consent",
      "syncComparison", "unreadable", "missingRecords", "remoteResource", "clock", "commandEdit",
      "ringing", "rung",
    ] {
      _ = try Row.fetchOne(db, sql: "SELECT * FROM \(table) LIMIT 1")
    }
  }

  static let configuration: Configuration = {
    var configuration = Configuration()
    configuration.label = "store"
    configuration.maximumReaderCount = 3
    configuration.busyMode = .timeout(5)
    return configuration
  }()

  // MARK: Reading and writing

  func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T)
    async throws(StoreError) -> T
  {
    do {
      return try await isBlocking ? readBlocking(body) : writer.read(body)
    } catch {
      throw StoreError(error)
    }
  }

  /// Nobody else writes meanwhile, so that no transaction is needed. GRDB's own would make SQLite prepare every
  /// statement anew (https://www.sqlite.org/pragma.html#pragma_query_only).
  private func readBlocking<T>(_ body: (Database) throws -> T) throws -> T {
    try writer.unsafeRead(body)
  }

  /// Lets feeds of a large file deliver only their opening until ``releaseSnapshots()``: reading 100 000 to-dos at the
  /// same time delayed the first frame of a window.
  public func holdSnapshots() { deferredReads.hold() }

  /// Lets the feeds read the rest.
  public func releaseSnapshots() { deferredReads.release() }

  /// Runs one transaction and tells the readers what it changed.
  /// - Parameter isRecorded: whether `body` gets an ``UndoStepBuilder`` to write to although there is no recorder.
  func transaction<T: Sendable>(
    isRecorded: Bool = false,
    _ body: @escaping @Sendable (inout StoreTransaction) throws -> T
  ) async throws(StoreError) -> T {
    let hub = hub
    let environment = environment
    let recorder = isRecorded ? nil : recorder
    let write: @Sendable (Database) throws -> T = { db in
      var work = StoreTransaction(db: db, environment: environment)
      if isRecorded || recorder != nil { work.undoStepBuilder = UndoStepBuilder() }
      var result: T?
      try db.inTransaction(.immediate) {
        result = try body(&work)
        return .commit
      }
      if let step = work.undoStepBuilder?.step, !step.isEmpty { recorder?.add(step) }
      if !work.change.isEmpty { hub.publish(work.change) }
      guard let result else { throw StoreError.cancelled }
      return result
    }
    do {
      return try await isBlocking ? writeBlocking(write) : writer.writeWithoutTransaction(write)
    } catch {
      throw StoreError(error)
    }
  }

  private func writeBlocking<T>(_ body: (Database) throws -> T) throws -> T {
    try writer.writeWithoutTransaction(body)
  }

  /// A stream of a snapshot, followed by later commits that are relevant to it.
  func feed<Snapshot: Sendable>(
    opening: FeedSource<Snapshot>.Read? = nil, everything: @escaping FeedSource<Snapshot>.Read,
    isRelevant: @escaping @Sendable (StoreChange) -> Bool,
    mustReload: @escaping @Sendable (StoreChange) -> Bool = { $0.isReload }
  ) -> AsyncStream<StoreFeed<Snapshot>> {
    let (stream, continuation) = AsyncStream<StoreFeed<Snapshot>>.makeStream()
    let source = FeedSource(
      writer: writer, continuation: continuation, opening: opening, everything: everything,
      deferredReads: deferredReads, isRelevant: isRelevant, mustReload: mustReload)
    let hub = hub
    let number = hub.makeNumber()
    continuation.onTermination = { _ in
      source.end()
      hub.remove(number)
    }
    writer.asyncWriteWithoutTransaction { _ in
      hub.add({ source.receive($0) }, as: number)
      // The reader may have gone before it was registered.
      if source.hasEnded { hub.remove(number) }
      source.load(isFirst: true)
    }
    return stream
  }
}

extension TodoStore {
  /// The version of SQLite.
  public func engineVersion() async throws(StoreError) -> String {
    try await read { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
  }
}
