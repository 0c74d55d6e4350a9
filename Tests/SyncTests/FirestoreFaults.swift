import Core
import Sync
import TestSupport
import XCTest

/// What a server that misbehaves is asked, and what it answers.
enum FirestoreFaults {
  static let prefix = "projects/demo/databases/(default)/documents/users/ann/todos/"
  /// The fields that a to-do must have.
  static let fields = #""content":{"stringValue":"c"},"listID":{"stringValue":"l"}"#

  static func change(_ id: String = "1") -> PendingChange {
    FirestoreFixture.change(
      .update(["content": .string("x")]), of: FirestoreFixture.key(id),
      when: .version("2026-01-01T00:00:00Z"))
  }

  /// A to-do as an element of an answer.
  static func document(_ id: String, fields: String = fields) -> String {
    """
    {"document":{"name":"\(prefix)\(id)","fields":{\(fields)},
    "createTime":"2026-01-01T00:00:00Z","updateTime":"2026-01-01T00:00:00Z"},
    "readTime":"2026-01-01T00:00:00Z"}
    """
  }

  /// A whole answer.
  static func page(_ documents: String...) -> FaultProxy.Fault {
    .answer(status: 200, body: "[" + documents.joined(separator: ",") + "]")
  }
}

extension XCTestCase {
  /// A backend that asks a server which misbehaves as it is told; the server ends with the test.
  func faultyServer(
    tokens: (any TokenProvider)? = nil, timeout: Duration = .seconds(10), pageSize: Int = 2500
  ) throws -> (FaultProxy, FirestoreBackend) {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    let settings = try FirestoreSettings(project: "demo", host: proxy.host, user: "ann")
    return (
      proxy,
      FirestoreBackend(
        settings: settings, transport: SoupTransport(), tokens: tokens, timeout: timeout,
        pageSize: pageSize)
    )
  }
}
