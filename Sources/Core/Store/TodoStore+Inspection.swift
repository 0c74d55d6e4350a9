import FoundationEssentials
import GRDB
import Glibc

extension TodoStore {
  /// Checks a file before anything may write to it.
  /// - Throws: ``StoreError/damaged(detail:)``, ``StoreError/tooNew(version:)``.
  static func inspect(_ path: String) throws {
    guard let size = size(ofFile: path), size > 0 else {
      // SQLite treats an empty file as new and discards its old log. A new file of ours is never empty, see
      // ``create(_:)``.
      let isLogLeft = (size(ofFile: path + "-wal") ?? 0) > 0
      if isLogLeft || size(ofFile: path) != nil {
        throw StoreError.damaged(detail: "the file is empty")
      }
      return
    }
    guard try isWhole(path, size) else { throw StoreError.damaged(detail: "the file is cut off") }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      _ = try queue.read { try checkedVersions($0) }
      try queue.closeForGood()
    } catch let error as DatabaseError
      where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
    {
      // After some crashes only a writer can recover the file. It checks again.
    }
  }

  /// Creates a new file, which appears under its name only when its tables exist. So an empty file has always
  /// lost its contents.
  static func create(_ path: String) throws {
    let manager = FileManager.default
    let unfinished = path + ".new"
    for suffix in ["", "-journal", "-wal", "-shm"]
    where manager.fileExists(atPath: unfinished + suffix) {
      try manager.removeItem(atPath: unfinished + suffix)
    }
    try PrivateFiles.makeFile(unfinished)
    let queue = try DatabaseQueue(path: unfinished)
    try Schema.migrator.migrate(queue)
    try queue.closeForGood()
    try manager.moveItem(atPath: unfinished, toPath: path)
  }

  /// Whether the file exists.
  static func exists(_ path: String) -> Bool { size(ofFile: path) != nil }

  /// The migrations that a file has gone through.
  /// - Throws: ``StoreError/tooNew(version:)`` if one of them is unknown.
  static func checkedVersions(_ db: Database) throws -> Set<String> {
    let applied = try Schema.migrator.appliedIdentifiers(db)
    if let foreign = applied.subtracting(Schema.migrator.migrations).sorted().last {
      throw StoreError.tooNew(version: foreign)
    }
    return applied
  }

  /// Whether a file without a log consists of whole pages, as SQLite leaves it
  /// (https://www.sqlite.org/fileformat.html#the_database_header). SQLite would read the missing part of a
  /// truncated page as zeros.
  private static func isWhole(_ path: String, _ size: Int) throws -> Bool {
    for suffix in ["-wal", "-journal"] where (self.size(ofFile: path + suffix) ?? 0) > 0 {
      return true
    }
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw StoreError.inputOutput(detail: "\(path): error \(errno)") }
    defer { Glibc.close(file) }
    var header = [UInt8](repeating: 0, count: 18)
    let count = Glibc.read(file, &header, header.count)
    guard count >= 0 else { throw StoreError.inputOutput(detail: "\(path): error \(errno)") }
    guard count == header.count else { return false }
    let stored = Int(header[16]) << 8 | Int(header[17])
    let pageSize = stored == 1 ? 65_536 : stored
    return pageSize > 0 && size.isMultiple(of: pageSize)
  }

  /// Whether the file cannot be opened because its folder is read-only.
  static func isInReadOnlyFolder(_ path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let manager = FileManager.default
    return manager.fileExists(atPath: folder) && !manager.isWritableFile(atPath: folder)
  }

  private static func size(ofFile path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}
