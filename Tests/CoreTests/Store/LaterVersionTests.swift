import GRDB
import XCTest

@testable import Core

/// A file of a later version of the application.
final class LaterVersionTests: XCTestCase {
  func testItIsRefusedAndNotTouched() async throws {
    let closed = try TestFolder()
    try Bench(path: closed.file()).store.close()
    // The same as a crash leaves it: everything still in the log.
    let holder = try DatabasePool(path: closed.file())
    try await holder.writeWithoutTransaction {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99'), ('98')")
    }
    let unclosed = try closed.copyOfEverything()
    try holder.close()
    for folder in [closed, unclosed] {
      let names = try folder.names().filter { !$0.hasSuffix("-shm") }
      let bytes = try names.map { try folder.bytes(of: $0) }
      XCTAssertThrowsError(try TodoStore.open(at: folder.file())) { error in
        XCTAssertEqual(error as? StoreError, .tooNew(version: "99"))
      }
      XCTAssertEqual(try names.map { try folder.bytes(of: $0) }, bytes)
    }
  }
}
