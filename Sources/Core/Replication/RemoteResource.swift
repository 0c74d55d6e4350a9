import Basics
import GRDB

/// Where and how a server keeps a record, for servers that do not let the client choose the name, and whose contents
/// hold more than the record's fields (WebDAV).
public struct RemoteResource: Hashable, Sendable {
  /// The path on the server, in the form in which the backend compares it.
  @Exact public private(set) var path: String
  /// The ETag of ``text`` there; nil if it is not known.
  @Exact public private(set) var etag: String?
  /// The whole text, with everything that is not a field; nil where there is none.
  @Exact public private(set) var text: String?
  /// For a list: whether the server lets the user only read it.
  public let isReadOnly: Bool
  /// For a list: whether it is another person's, although the server keeps it among the user's own.
  public let isForeign: Bool

  public init(
    path: String, etag: String?, text: String?, isReadOnly: Bool = false, isForeign: Bool = false
  ) {
    self.path = path
    self.etag = etag
    self.text = text
    self.isReadOnly = isReadOnly
    self.isForeign = isForeign
  }
}

/// Where a record is kept, without its text.
public struct KnownResource: Hashable, Sendable {
  public let key: RecordKey
  @Exact public private(set) var path: String
  @Exact public private(set) var etag: String?
  /// The version of the base; nil if there is no base, because the record cannot be read.
  @Exact public private(set) var version: String?
}

extension SyncBaseTable {
  /// Records where the server keeps a state. It is written in the transaction that writes the base, so both are of
  /// the same version.
  func noteResource(of record: RemoteRecord) throws {
    let key = record.key
    guard let resource = record.version?.resource else {
      guard record.state == .deleted else { return }
      return try forgetResource(of: key)
    }
    try db.run(
      """
      INSERT INTO remoteResource
        (account, kind, record, path, etag, text, isReadOnly, isForeign)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET path = excluded.path, etag = excluded.etag, text = excluded.text,
          isReadOnly = excluded.isReadOnly, isForeign = excluded.isForeign
      """,
      [
        account.rawValue, key.kind.rawValue, key.id, resource.path, resource.etag, resource.text,
        resource.isReadOnly ? 1 : nil, resource.isForeign ? 1 : nil,
      ])
  }

  /// Forgets where the server kept a record.
  func forgetResource(of key: RecordKey) throws {
    try db.run(
      "DELETE FROM remoteResource WHERE account = ? AND kind = ? AND record = ?",
      [account.rawValue, key.kind.rawValue, key.id])
  }
}

extension TodoStore {
  /// Where and how the server keeps a record; nil if that is not known.
  public func resource(of key: RecordKey, in account: AccountID) async throws(StoreError)
    -> RemoteResource?
  {
    try await read { db in
      try Row.fetchOne(
        db.statement(
          """
          SELECT path, etag, text, isReadOnly, isForeign FROM remoteResource
            WHERE account = ? AND kind = ? AND record = ?
          """, [account.rawValue, key.kind.rawValue, key.id])
      ).map {
        RemoteResource(
          path: $0[0], etag: $0[1], text: $0[2], isReadOnly: ($0[3] as Int?) == 1,
          isForeign: ($0[4] as Int?) == 1)
      }
    }
  }

  /// The known paths of some records on the server.
  public func paths(of keys: [RecordKey], in account: AccountID) async throws(StoreError)
    -> [RecordKey: ExactText]
  {
    guard !keys.isEmpty else { return [:] }
    return try await read { db in
      var paths: [RecordKey: ExactText] = [:]
      for key in keys {
        let path = try String.fetchOne(
          db.statement(
            "SELECT path FROM remoteResource WHERE account = ? AND kind = ? AND record = ?",
            [account.rawValue, key.kind.rawValue, key.id]))
        if let path { paths[key] = ExactText(path) }
      }
      return paths
    }
  }

  /// The local fields of a record, or those of its base if it is not here; empty if there is neither.
  public func fields(of key: RecordKey, in account: AccountID) async throws(StoreError)
    -> RecordFields
  {
    try await read { db in
      try SyncRecordReader(db: db, account: account).local(key)?.fields
        ?? SyncBaseTable(db: db, account: account).base(of: key)?.fields ?? [:]
    }
  }

  /// The known resources of a kind below a path on the server.
  /// - Parameter path: ends with a slash; empty for everything.
  public func resources(of kind: RecordKind, below path: String, in account: AccountID)
    async throws(StoreError) -> [KnownResource]
  {
    try await read { db in
      try Self.resources(
        db, "known",
        "known.kind = ?2 AND substr(known.path, 1, length(?3)) = ?3 ORDER BY known.path",
        kind, [account.rawValue, kind.rawValue, path])
    }
  }

  /// The known resources of a kind at certain paths on the server.
  public func resources(of kind: RecordKind, at paths: [String], in account: AccountID)
    async throws(StoreError) -> [KnownResource]
  {
    try await read { db in
      // Without the hint, SQLite would scan all resources of the account.
      try paths.flatMap { path in
        try Self.resources(
          db, "known INDEXED BY remoteResource_path", "known.kind = ?2 AND known.path = ?3",
          kind, [account.rawValue, kind.rawValue, path])
      }
    }
  }

  /// A few to-dos whose ETag on the server is known.
  public func sampleOfTodos(in account: AccountID) async throws(StoreError) -> [KnownResource] {
    try await read { db in
      try Self.resources(
        db, "known", "known.kind = ?2 AND known.etag IS NOT NULL ORDER BY known.record LIMIT 20",
        .todo, [account.rawValue, RecordKind.todo.rawValue])
    }
  }

  private static func resources(
    _ db: Database, _ known: String, _ condition: String, _ kind: RecordKind,
    _ values: [any StoredValue]
  ) throws -> [KnownResource] {
    try Row.fetchAll(
      db.statement(
        """
        SELECT known.record, known.path, known.etag, syncBase.version
          FROM remoteResource AS \(known) LEFT JOIN syncBase ON syncBase.account = known.account
            AND syncBase.kind = known.kind AND syncBase.record = known.record
          WHERE known.account = ?1 AND \(condition)
        """, values)
    ).map { row in
      KnownResource(
        key: RecordKey(kind: kind, id: row[0]), path: row[1], etag: row[2], version: row[3])
    }
  }

  /// The stored texts of to-dos that contain a word, whatever the case of its letters.
  /// - Parameter path: ends with a slash.
  public func resourceTexts(containing word: String, below path: String, in account: AccountID)
    async throws(StoreError) -> [(key: RecordKey, text: String)]
  {
    try await read { db in
      try Row.fetchAll(
        db.statement(
          """
          SELECT record, text FROM remoteResource WHERE account = ?1 AND kind = 'todo'
            AND text LIKE '%' || ?3 || '%' AND substr(path, 1, length(?2)) = ?2 ORDER BY record
          """, [account.rawValue, path, word])
      ).map { (RecordKey(kind: .todo, id: $0[0]), $0[1]) }
    }
  }

  /// The folders in which the server is known to keep records, each with a slash at its end.
  public func folders(of kind: RecordKind, in account: AccountID) async throws(StoreError)
    -> [String]
  {
    try await read { db in
      // The path without the part after its last slash.
      try String.fetchAll(
        db.statement(
          """
          SELECT DISTINCT rtrim(path, replace(path, '/', '')) FROM remoteResource
            WHERE account = ? AND kind = ?
          """, [account.rawValue, kind.rawValue]))
    }
  }

  /// The record that the server keeps at a path; nil if none is known there.
  public func record(at path: String, of kind: RecordKind, in account: AccountID)
    async throws(StoreError) -> RecordKey?
  {
    try await read { db in
      try String.fetchOne(
        db.statement(
          "SELECT record FROM remoteResource WHERE account = ? AND path = ? AND kind = ?",
          [account.rawValue, path, kind.rawValue])
      ).map { RecordKey(kind: kind, id: $0) }
    }
  }
}
