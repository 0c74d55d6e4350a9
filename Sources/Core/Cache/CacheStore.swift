import Dispatch
import GRDB

/// What servers were last known to hold, so that nobody has to wait for them to be asked again.
///
/// The cache has a file of its own: what it writes does not hold up a commit of the user. The file is
/// opened when it is needed first, never on the calling thread. One that cannot be read is deleted and
/// made anew, and where there can be no file the cache is in memory: it never is in the way.
public actor CacheStore {
  private let path: String?
  private var file: CacheFile?
  private var opening: Task<CacheFile?, Never>?
  private var count = 0

  /// So often a file is made anew in one run before memory has to do.
  private static let patience = 3

  /// - Parameter path: of the file, in a folder that is made if it is missing; nil: in memory.
  public init(path: String?) {
    self.path = path
  }

  /// Whether what is kept outlives the process, as far as it is meant to.
  func isKept() async -> Bool {
    guard path != nil else { return true }
    return await openFile()?.isOnDisk ?? false
  }

  /// Removes the file if memory has taken its place.
  func removeLostFile() async {
    guard let path, await !isKept() else { return }
    await Self.blocking { CacheFile.remove(path) }
  }

  /// Closes the file; it is opened again when something is asked for.
  public func close() async {
    guard let opened = await openFile() else { return }
    file = nil
    await Self.blocking { try? opened.queue.close() }
  }

  // MARK: Work

  /// Runs one transaction, with a new database if the present one fails.
  /// - Parameter isDurable: whether it has to be on the disk afterwards, as what a user typed has.
  /// - Returns: nil if there is no way to do it.
  func run<T: Sendable>(
    isDurable: Bool = false, _ body: @escaping @Sendable (Database) throws -> T
  ) async -> T? {
    for _ in 0...Self.patience {
      guard let file = await openFile() else { return nil }
      let result: Result<T, any Error> = await withCheckedContinuation { continuation in
        file.queue.asyncWriteWithoutTransaction { db in
          continuation.resume(returning: Result { try Self.transaction(db, isDurable, body) })
        }
      }
      switch result {
      case .success(let value): return value
      case .failure(let error): await replace(file, because: StoreError(error))
      }
    }
    return nil
  }

  /// The commit of a cache may be lost in a power cut, but what the user typed may not.
  private static func transaction<T>(
    _ db: Database, _ isDurable: Bool, _ body: (Database) throws -> T
  ) throws -> T {
    if isDurable { try db.execute(sql: "PRAGMA synchronous = FULL") }
    defer { if isDurable { try? db.execute(sql: "PRAGMA synchronous = NORMAL") } }
    var result: T?
    try db.inTransaction(.immediate) {
      result = try body(db)
      return .commit
    }
    guard let result else { throw StoreError.cancelled }
    return result
  }

  // MARK: The file

  private func openFile() async -> CacheFile? {
    if let file { return file }
    return await open(isNew: false, inMemory: path == nil, keeping: [])
  }

  private func open(isNew: Bool, inMemory: Bool, keeping profiles: [CacheProfileRow]) async
    -> CacheFile?
  {
    if let opening { return await opening.value }
    count += 1
    let number = count
    let path = inMemory ? nil : path
    let task = Task {
      await Self.blocking { () -> CacheFile? in
        let file = CacheFile.open(path, number: number, isNew: isNew)
        _ = try? file?.queue.write { db in for row in profiles { try row.insert(db) } }
        return file
      }
    }
    opening = task
    let opened = await task.value
    file = opened
    opening = nil
    return opened
  }

  /// Puts another database in the place of one that failed. What a user typed is taken along if it can
  /// be read.
  private func replace(_ failed: CacheFile, because error: StoreError) async {
    guard file?.number == failed.number else { return }
    let isFileGood =
      switch error {
      case .diskFull, .readOnly, .busy: true
      default: false
      }
    file = nil
    let profiles: [CacheProfileRow] = await Self.blocking {
      let rows = (try? failed.queue.read { try CacheProfileRow.all($0) }) ?? []
      try? failed.queue.close()
      return rows
    }
    _ = await open(
      isNew: !isFileGood, inMemory: isFileGood || path == nil || count > Self.patience,
      keeping: profiles)
  }

  private static let disk = DispatchQueue(label: "cache", qos: .utility)

  /// Opening may take its time on a slow disk, and must not take it from the tasks of others.
  private static func blocking<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      disk.async { continuation.resume(returning: body()) }
    }
  }
}
