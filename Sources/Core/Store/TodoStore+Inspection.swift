import Foundation
import GRDB

extension TodoStore {
  /// Looks at a file before anything may write to it.
  /// - Throws: ``StoreError/damaged(detail:)``, ``StoreError/tooNew(version:)``.
  static func inspect(_ path: String) throws {
    guard let size = size(ofFile: path), size > 0 else {
      // SQLite takes an empty file for a new one and throws the log of the old one away.
      let isLogLeft = (size(ofFile: path + "-wal") ?? 0) > 0
      let wasInUse =
        size(ofFile: path) != nil && !StoreBackup(databasePath: path).copies().isEmpty
      if isLogLeft || wasInUse { throw StoreError.damaged(detail: "the file is empty") }
      return
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      _ = try queue.read { try checkedVersions($0) }
      try queue.close()
    } catch let error as DatabaseError
      where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
    {
      // After some crashes only a writer can put the file in order. It looks again.
    }
  }

  /// The steps that a file has gone through.
  /// - Throws: ``StoreError/tooNew(version:)`` if one of them is unknown.
  static func checkedVersions(_ db: Database) throws -> Set<String> {
    let applied = try Schema.migrator.appliedIdentifiers(db)
    if let foreign = applied.subtracting(Schema.migrator.migrations).sorted().last {
      throw StoreError.tooNew(version: foreign)
    }
    return applied
  }

  private static func size(ofFile path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int
  }
}
