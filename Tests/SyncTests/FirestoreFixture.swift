import Core
import Foundation
import Sync
import TestSupport

/// What the tests of the Firestore backend write and ask with.
enum FirestoreFixture {
  static let todo: RecordFields = [
    "listID": .string("l"), "content": .string("Milk"), "notes": .string("two"), "due": .null,
    "reminders": .set([]), "priority": .integer(0), "assignee": .null, "status": .string("open"),
    "completedAt": .null, "start": .null, "snoozes": .set([]), "recurrence": .null,
    "completions": .set([]), "parent": .null, "tags": .set([]), "url": .null,
    "position": .string("a"), "createdAt": .timestamp(Timestamp(milliseconds: 1_795_230_025_165)),
    "modifiedAt": .timestamp(Timestamp(milliseconds: 1_795_230_025_166)),
  ]

  static let list: RecordFields = [
    "name": .string("Shopping"), "colour": .null, "emoji": .null, "sortOrder": .null,
    "position": .string("a"),
    "createdAt": .timestamp(Timestamp(milliseconds: 1_795_230_025_165)),
    "modifiedAt": .timestamp(Timestamp(milliseconds: 1_795_230_025_166)),
  ]

  static func key(_ id: String) -> RecordKey { RecordKey(kind: .todo, id: id) }

  static func change(
    _ operation: PendingChange.Operation, of key: RecordKey = key("1"),
    when precondition: PendingChange.Precondition = .absent
  ) -> PendingChange {
    PendingChange(
      key: key, account: AccountID(rawValue: "a"), operation: operation,
      precondition: precondition, fields: nil, lastSequence: 1, title: "")
  }

  static func change(
    _ operation: PendingChange.Operation, of key: RecordKey = key("1"),
    replacing version: RecordVersion
  ) -> PendingChange {
    change(operation, of: key, when: .version(version.tag))
  }

  static func backend(
    _ emulator: FirestoreEmulator, host: String? = nil, user: String = "ann",
    tokens: (any TokenProvider)? = nil, watchSilence: Duration = .seconds(45), pageSize: Int = 500
  ) throws -> FirestoreBackend {
    let settings = try FirestoreSettings(
      project: emulator.project, host: host ?? emulator.host, user: user)
    return FirestoreBackend(
      settings: settings, transport: SoupTransport(), watchTransport: SoupTransport(),
      tokens: tokens, timeout: .seconds(60), watchSilence: watchSilence, pageSize: pageSize)
  }
}

extension FirestoreBackend {
  /// Sends one change.
  @discardableResult
  func push(_ change: PendingChange) async throws -> RecordVersion {
    try await push([change])[0]
  }

  /// Sends the creation of to-dos, all in one commit.
  @discardableResult
  func create(_ ids: [String]) async throws -> [RecordVersion] {
    try await push(
      ids.map {
        FirestoreFixture.change(.create(FirestoreFixture.todo), of: FirestoreFixture.key($0))
      })
  }

  func fetch(_ key: RecordKey) async throws -> RemoteRecord {
    try await fetch([key])[0]
  }

  /// Reads to the last page.
  func pages(of kind: RecordKind, since cursor: SyncCursor? = nil) async throws -> [ChangePage] {
    var pages: [ChangePage] = []
    var cursor = cursor
    while let page = try await changes(of: kind, since: cursor) {
      pages.append(page)
      if page.isLast { break }
      cursor = page.next
    }
    return pages
  }
}
