import FoundationEssentials
import GRDB
import Glibc

/// One open cache database, in a file or in memory.
struct CacheFile: Sendable {
  let queue: DatabaseQueue
  /// Whether written data survives the process.
  let isOnDisk: Bool
  /// Distinguishes the databases that a cache opens one after the other.
  let number: Int

  /// The version of the tables below; a file of any other version is deleted.
  static let version = 2

  /// The files SQLite keeps beside a database (https://www.sqlite.org/tempfiles.html).
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// Opens the file, or replaces it if it is not a readable cache. If there can be no file, the cache is in
  /// memory.
  /// - Parameter isNew: whether the existing file must not be used again.
  static func open(_ path: String?, number: Int, isNew: Bool) -> CacheFile? {
    if let path {
      if !isNew {
        do {
          return CacheFile(queue: try openFile(path), isOnDisk: true, number: number)
        } catch {
          switch StoreError(error) {
          // The file is good, and may hold what the user typed.
          case .diskFull, .readOnly, .busy: return inMemory(number: number)
          default: break
          }
        }
      }
      remove(path)
      if let queue = try? openFile(path) {
        return CacheFile(queue: queue, isOnDisk: true, number: number)
      }
    }
    return inMemory(number: number)
  }

  /// Reads a cache file that another process may have open, without creating or repairing it.
  /// - Returns: nil if there is no file, or it cannot be read.
  @concurrent
  static func read<T: Sendable>(
    _ path: String, _ body: @escaping @Sendable (Database) throws -> T
  ) async -> T? {
    var configuration = configuration
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return nil
    }
    defer { try? queue.close() }
    let answer = try? await queue.read { db -> T? in
      // The tables of another version may differ.
      guard try Int.fetchOne(db, sql: "PRAGMA user_version") == version else { return nil }
      return try body(db)
    }
    return answer ?? nil
  }

  static func inMemory(number: Int) -> CacheFile? {
    guard let queue = try? DatabaseQueue(configuration: configuration),
      (try? queue.writeWithoutTransaction { try prepare($0) }) != nil
    else { return nil }
    return CacheFile(queue: queue, isOnDisk: false, number: number)
  }

  /// Removes files only: a folder with that name does not belong to the cache.
  static func remove(_ path: String) {
    for suffix in suffixes { unlink(path + suffix) }
  }

  private static func openFile(_ path: String) throws -> DatabaseQueue {
    // Other users of this computer must not read what servers sent.
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    if !folder.isEmpty, !PrivateFiles.makeFolder(folder) {
      throw StoreError.cannotOpen(detail: folder)
    }
    try PrivateFiles.makeFile(path)
    for suffix in suffixes { PrivateFiles.restrictPermissions(path + suffix) }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    do {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
        try prepare(db)
      }
    } catch {
      try? queue.close()
      throw error
    }
    return queue
  }

  private static let configuration: Configuration = {
    var configuration = Configuration()
    configuration.label = "cache"
    configuration.busyMode = .timeout(1)
    return configuration
  }()

  private static func prepare(_ db: Database) throws {
    // Data that is dropped at sign-out must not stay in the file.
    try db.execute(sql: "PRAGMA secure_delete = ON")
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if found == version {
      for table in ["answer", "chunk", "profile"] {
        _ = try Row.fetchOne(db, sql: "SELECT * FROM \(table) LIMIT 1")
      }
      return
    }
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    guard found == 0, tables == 0 else { throw StoreError.tooNew(version: String(found)) }
    try db.inTransaction {
      try db.execute(sql: schema + "PRAGMA user_version = \(version);")
      return .commit
    }
  }

  /// `chunks` lists the pieces of an answer in their order, which is not that of their numbers. `changedAt`
  /// is `readAt`, or the time of the user's last change on the server since then. `fields` names what the user changed,
  /// separated by spaces.
  private static let schema = """
    CREATE TABLE answer (
      id INTEGER PRIMARY KEY, account TEXT NOT NULL, resource TEXT NOT NULL,
      readAt INTEGER NOT NULL, changedAt INTEGER NOT NULL, skipped INTEGER NOT NULL,
      chunks TEXT NOT NULL, UNIQUE (account, resource));
    CREATE TABLE chunk (
      id INTEGER PRIMARY KEY, answer INTEGER NOT NULL REFERENCES answer ON DELETE CASCADE,
      content BLOB NOT NULL);
    CREATE INDEX chunkOfAnswer ON chunk (answer);
    CREATE TABLE profile (
      revision INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL UNIQUE,
      person TEXT NOT NULL, fields TEXT NOT NULL, refusalStatus INTEGER, refusalCode TEXT);
    """
}
