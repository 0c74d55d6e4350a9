import FoundationEssentials
import GRDB

/// A server's last answer.
public struct CachedAnswer<Value: Codable & Sendable>: Sendable {
  public var value: Value
  /// When the server was read.
  public var readAt: Timestamp
  /// How many elements of it could not be read.
  public var skipped: Int

  public init(value: Value, readAt: Timestamp, skipped: Int = 0) {
    self.value = value
    self.readAt = readAt
    self.skipped = skipped
  }
}

extension CachedAnswer: Equatable where Value: Equatable {}

extension CacheStore {
  /// A cached answer whose time is further ahead of this computer's clock than this, in milliseconds (a day),
  /// does not count as newer than an answer that arrives now.
  private static let tolerance: Int64 = 24 * 60 * 60 * 1000

  /// The cached answer of a server.
  /// - Parameter resource: names what was read, such as `people`.
  /// - Returns: nil if there is nothing, or nothing that can be read as a `Value`.
  public func answer<Value>(
    _ resource: String, of account: AccountID, as type: Value.Type = Value.self
  ) async -> CachedAnswer<Value>? {
    guard let row = await run({ try CacheAnswerRow.read($0, resource, account) }) ?? nil else {
      return nil
    }
    if let value: Value = await Self.decode(row.content) {
      return CachedAnswer(value: value, readAt: row.readAt, skipped: row.skipped)
    }
    await forget(resource, of: account)
    return nil
  }

  /// The cached answer of a server in a file that another process may have open, which is only read.
  /// - Returns: nil if there is nothing, or nothing that can be read as a `Value`.
  public static func answer<Value: Codable & Sendable>(
    _ resource: String, of account: AccountID, inFile path: String, as type: Value.Type = Value.self
  ) async -> Value? {
    let row = await CacheFile.read(path) { try CacheAnswerRow.read($0, resource, account) }
    guard let row = row ?? nil else { return nil }
    return await decode(row.content)
  }

  /// Stores an answer, writing only the pieces that are new.
  /// - Parameter now: by this computer's clock.
  /// - Returns: false if the cached answer is newer; it is kept then.
  @discardableResult
  public func keep<Value>(
    _ answer: CachedAnswer<Value>, as resource: String, of account: AccountID, now: Timestamp
  ) async -> Bool {
    guard let pieces = await Self.encode(answer.value) else { return true }
    let readAt = answer.readAt
    let skipped = answer.skipped
    let latest = now.milliseconds + Self.tolerance
    return await run { db in
      if let changedAt = try CacheAnswerRow.changedAt(db, resource, account),
        changedAt > readAt, changedAt.milliseconds <= latest
      {
        return false
      }
      try CacheAnswerRow.write(
        db, resource, account, pieces, readAt: readAt, changedAt: readAt, skipped: skipped)
      return true
    } ?? true
  }

  /// Updates the cached answer after the user changed something on the server.
  /// - Parameter moment: of the change, by the server's clock. An answer that was read earlier does not undo
  ///   it.
  public func change<Value: Codable & Sendable>(
    _ resource: String, of account: AccountID, as type: Value.Type, at moment: Timestamp,
    _ body: @escaping @Sendable (inout Value) -> Void
  ) async {
    _ = await run { db in
      guard let row = try CacheAnswerRow.read(db, resource, account),
        var value = try? JSONDecoder().decode(Value.self, from: row.content)
      else { return }
      body(&value)
      try CacheAnswerRow.write(
        db, resource, account, ContentChunks.split(try Self.encoder.encode(value)),
        readAt: row.readAt, changedAt: max(row.changedAt, moment), skipped: row.skipped)
    }
  }

  /// Drops one answer of an account.
  public func forget(_ resource: String, of account: AccountID) async {
    _ = await run { db in
      try db.run(
        "DELETE FROM answer WHERE account = ? AND resource = ?", [account.rawValue, resource])
    }
  }

  /// Drops everything cached for an account, and a profile that was waiting to be sent.
  public func forget(_ account: AccountID) async {
    _ = await run { db in
      try db.run("DELETE FROM answer WHERE account = ?", [account.rawValue])
      try db.run("DELETE FROM profile WHERE account = ?", [account.rawValue])
    }
    // A file that can no longer be written may still contain all of it.
    await removeLostFile()
  }

  /// The accounts of which something is cached or waiting to be sent.
  public func accounts() async -> [AccountID] {
    await run { db in
      try db.rows("SELECT account FROM answer UNION SELECT account FROM profile") {
        AccountID(rawValue: $0.text(0))
      }
    } ?? []
  }

  // MARK: Encoding

  /// Encodes the same value to the same bytes every time.
  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  @concurrent
  private static func encode(_ value: some Encodable & Sendable) async -> [Data]? {
    (try? encoder.encode(value)).map(ContentChunks.split)
  }

  @concurrent
  private static func decode<Value: Decodable & Sendable>(_ content: Data) async -> Value? {
    try? JSONDecoder().decode(Value.self, from: content)
  }
}
