import Dispatch
import GRDB

/// The last answers of servers, available without waiting for a new request.
///
/// The cache has a file of its own, so its writes do not delay a commit of the user. The file is opened at
/// the first use, never on the calling thread. An unreadable file is deleted and created again; if there can
/// be no file, the cache is in memory. It never blocks its caller.
public actor CacheStore {
  private let path: String?
  private var file: CacheFile?
  private var opening: Task<CacheFile?, Never>?
  private var count = 0

  /// How often the file is recreated in one run before the cache falls back to memory.
  private static let patience = 3

  /// - Parameter path: of the file, whose folder is created if it is missing; nil for a cache in memory.
  public init(path: String?) {
    self.path = path
  }

  /// Whether cached data survives the process; always true for a cache that is meant to be in memory.
  func isKept() async -> Bool {
    guard path != nil else { return true }
    return await openFile()?.isOnDisk ?? false
  }

  /// Removes the file if the cache has fallen back to memory.
  func removeLostFile() async {
    guard let path, await !isKept() else { return }
    await Self.blocking { CacheFile.remove(path) }
  }

  /// Closes the file; the next request opens it again.
  public func close() async {
    guard let opened = await openFile() else { return }
    file = nil
    await Self.blocking { try? opened.queue.close() }
  }

  // MARK: Transactions

  /// Runs one transaction, with a new database if the present one fails.
  /// - Parameter isDurable: whether it must be on disk afterwards, as user input must.
  /// - Returns: nil if it cannot be done.
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

  /// A power cut may lose commits of the cache, but not what the user typed.
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

  /// Replaces a database that failed. User input is copied to the new one if it can be read.
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

  /// Opening may be slow on a slow disk and must not block other tasks' threads.
  private static func blocking<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      disk.async { continuation.resume(returning: body()) }
    }
  }
}
