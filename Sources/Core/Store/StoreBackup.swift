import Basics
import FoundationEssentials
import GRDB
import Glibc

/// Copies of the database, kept in the folder `backups` beside it.
public struct StoreBackup: Sendable {
  /// A copy that was complete and intact when it was made.
  public struct Copy: Hashable, Sendable {
    public let path: String
    public let madeAt: Timestamp
  }

  /// What a copy contains now.
  public enum Contents: Hashable, Sendable {
    case sound(lists: Int, todos: Int)
    /// It fails SQLite's integrity check, or is from a later version of the application.
    case unusable
  }

  /// How many copies are kept.
  public static let kept = 5
  /// A new copy is made once the newest is older than this, in milliseconds. Less than a day, because a window that stays
  /// open asks at midnight, a moment earlier or later than on the day before.
  public static let interval: Int64 = 20 * 60 * 60 * 1000

  /// The files SQLite keeps beside a database (https://www.sqlite.org/tempfiles.html).
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  let databasePath: String

  public init(databasePath: String) {
    self.databasePath = databasePath
  }

  private var folder: String {
    databasePath[..<(databasePath.lastIndex(of: "/") ?? databasePath.startIndex)] + "/backups"
  }

  /// The copies, newest first. Their names contain the time, so no copy has to be opened.
  public func copies() -> [Copy] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      guard name.hasPrefix("optimist-"), name.hasSuffix(".sqlite"),
        let moment = Int64(name.dropFirst(9).dropLast(7)), moment >= 0
      else { return nil }
      return Copy(path: "\(folder)/\(name)", madeAt: Timestamp(milliseconds: moment))
    }.sorted { $0.madeAt > $1.madeAt }
  }

  /// Makes a copy if the newest is old enough, checks it, and removes the oldest ones. A store without lists
  /// is not copied.
  ///
  /// Does not block reading and writing. The file appears under its name only when it is complete.
  /// - Throws: ``StoreError/damaged(detail:)`` if the database fails SQLite's integrity check; no copy is
  ///   removed then.
  public func copyIfDue(_ store: TodoStore) async throws(StoreError) {
    let now = store.now
    // A copy with a future date was made while the clock was wrong, and is ignored.
    let ages = copies().map { now.milliseconds - $0.madeAt.milliseconds }
    if ages.contains(where: { (0..<Self.interval).contains($0) }) { return }
    guard try await !store.lists().isEmpty else { return }
    let backup = self
    do {
      let source = store.writer
      try await Task.detached(priority: .background) { try backup.copy(source, at: now) }.value
    } catch {
      throw StoreError(error)
    }
  }

  /// Checks without changing anything whether a copy can replace the database, and counts what is in it.
  /// Takes as long as reading the file.
  public func contents(of copy: Copy) async -> Contents {
    await Task.detached { (try? Self.contents(ofFile: copy.path)) ?? .unusable }.value
  }

  private static func contents(ofFile path: String) throws -> Contents {
    try TodoStore.inspect(path)
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let contents = try queue.read { db -> Contents in
      guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok",
        try !TodoStore.checkedVersions(db).isEmpty
      else { return .unusable }
      return .sound(
        lists: try db.number("SELECT count(*) FROM list"),
        todos: try db.number("SELECT count(*) FROM todo"))
    }
    try queue.closeForGood()
    return contents
  }

  func copy(_ source: any DatabaseReader, at now: Timestamp) throws {
    guard PrivateFiles.makeFolder(folder) else { throw StoreError.cannotOpen(detail: folder) }
    let unfinished = "\(folder)/unfinished"
    try? FileManager.default.removeItem(atPath: unfinished)
    do {
      try PrivateFiles.makeFile(unfinished)
      let target = try DatabaseQueue(path: unfinished)
      try source.backup(to: target)
      let verdict = try target.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
        return try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? ""
      }
      try target.closeForGood()
      guard verdict == "ok" else { throw StoreError.damaged(detail: verdict.asErrorDetail) }
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw error
    }
    let path = "\(folder)/optimist-\(now.milliseconds).sqlite"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: unfinished, toPath: path)
    // Copies from the future were made while the clock was wrong. They are the first to go: they would stay for years.
    let others = copies().filter { $0.path != path }
    let (past, future) = (others.filter { $0.madeAt <= now }, others.filter { $0.madeAt > now })
    for old in (past + future).dropFirst(Self.kept - 1) {
      try FileManager.default.removeItem(atPath: old.path)
    }
  }

  // MARK: Damage

  /// Moves a damaged database and its log aside under a dated name; nothing is deleted.
  /// - Parameter stamp: appended to the name, for example `2026-11-21-101500`.
  /// - Returns: its new path.
  @discardableResult
  public func setAside(stamp: String) throws(StoreError) -> String {
    let manager = FileManager.default
    var target = "\(databasePath).damaged-\(stamp)"
    var number = 1
    while Self.suffixes.contains(where: { manager.fileExists(atPath: target + $0) }) {
      number += 1
      target = "\(databasePath).damaged-\(stamp)-\(number)"
    }
    do {
      for suffix in Self.suffixes where manager.fileExists(atPath: databasePath + suffix) {
        try manager.moveItem(atPath: databasePath + suffix, toPath: target + suffix)
      }
    } catch {
      throw StoreError(error)
    }
    return target
  }

  /// Moves the database aside and puts a copy in its place.
  ///
  /// The database stays until the copy is complete: if none can be made, the next start must find the damaged file again
  /// and not begin an empty one.
  /// - Parameter stamp: as for ``setAside(stamp:)``.
  public func restore(_ copy: Copy, settingAside stamp: String) throws(StoreError) {
    let manager = FileManager.default
    do {
      try? manager.removeItem(atPath: unfinished)
      defer { try? manager.removeItem(atPath: unfinished) }
      // The copy gets its mode from its source.
      PrivateFiles.restrictPermissions(copy.path)
      try manager.copyItem(atPath: copy.path, toPath: unfinished)
      try Self.flush(unfinished)
      // With its log, which would be applied to the copy.
      try setAside(stamp: stamp)
      try manager.moveItem(atPath: unfinished, toPath: databasePath)
    } catch {
      throw StoreError(error)
    }
  }

  /// The copy that a restore puts in the database's place.
  private var unfinished: String { "\(databasePath).restoring" }

  /// Finishes a ``restore(_:settingAside:)`` that was interrupted when it had moved the damaged file aside, as by a power
  /// cut: the copy is complete then, and no empty database must take its place.
  public func finishRestoring() throws(StoreError) {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: databasePath), manager.fileExists(atPath: unfinished)
    else { return }
    // The log of the damaged file may still be here.
    try setAside(stamp: "interrupted")
    do {
      try manager.moveItem(atPath: unfinished, toPath: databasePath)
    } catch {
      throw StoreError(error)
    }
  }

  /// Moves the database aside, so that an empty one begins.
  /// - Parameter stamp: as for ``setAside(stamp:)``.
  public func startEmpty(settingAside stamp: String) throws(StoreError) {
    // What an interrupted restore has left may be incomplete, and must not take the database's place.
    try? FileManager.default.removeItem(atPath: unfinished)
    try setAside(stamp: stamp)
  }

  /// Waits until the file is on the disk.
  private static func flush(_ path: String) throws(StoreError) {
    let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw .inputOutput(detail: "\(path): error \(errno)") }
    defer { Glibc.close(file) }
    if fsync(file) != 0 { throw .inputOutput(detail: "\(path): error \(errno)") }
  }
}
