import FoundationEssentials
import GRDB

extension CacheStore {
  /// A time further ahead of this computer's clock than this, in milliseconds, is no reason to take an
  /// answer for newer than those to come: a day.
  private static let tolerance: Int64 = 24 * 60 * 60 * 1000

  /// What is kept of a server.
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

  /// Keeps an answer, writing no more than what is new in it.
  /// - Parameter now: by this computer's clock.
  /// - Returns: false if what is kept is newer, and stays.
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

  /// Makes what is kept as the server has it after a change of the user's own.
  /// - Parameter moment: of the change, by the server's clock: an answer that was read before does not
  ///   undo it.
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

  /// Drops all that is kept of an account, and a profile that was to be sent.
  public func forget(_ account: AccountID) async {
    _ = await run { db in
      try db.run("DELETE FROM answer WHERE account = ?", [account.rawValue])
      try db.run("DELETE FROM profile WHERE account = ?", [account.rawValue])
    }
    // A file that cannot be written to any more may still have all of it.
    await removeLostFile()
  }

  // MARK: Form

  /// Always writes the same value in the same way.
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
