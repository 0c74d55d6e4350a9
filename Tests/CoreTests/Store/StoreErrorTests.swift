import GRDB
import XCTest

@testable import Core

final class StoreErrorTests: XCTestCase {
  func testIsDecidedByTheCode() {
    let table: [(ResultCode, StoreError)] = [
      (.SQLITE_FULL, .diskFull), (.SQLITE_READONLY, .readOnly), (.SQLITE_PERM, .readOnly),
      (.SQLITE_BUSY, .busy), (.SQLITE_LOCKED, .busy), (.SQLITE_ABORT, .cancelled),
      (.SQLITE_INTERRUPT, .cancelled), (.SQLITE_CORRUPT, .damaged(detail: "11: m")),
      (.SQLITE_NOTADB, .damaged(detail: "26: m")),
      (.SQLITE_CANTOPEN, .cannotOpen(detail: "14: m")),
      (.SQLITE_IOERR, .inputOutput(detail: "10: m")),
      (.SQLITE_CONSTRAINT, .inputOutput(detail: "19: m")),
      (ResultCode(rawValue: 8 | (4 << 8)), .readOnly),
      (ResultCode(rawValue: 11 | (2 << 8)), .damaged(detail: "523: m")),
      (ResultCode(rawValue: 5 | (2 << 8)), .busy),
      (ResultCode(rawValue: 10 | (19 << 8)), .diskFull),
    ]
    for (code, expected) in table {
      XCTAssertEqual(StoreError(DatabaseError(resultCode: code, message: "m")), expected, "\(code)")
    }
  }

  func testOtherErrors() {
    XCTAssertEqual(StoreError(StoreError.blank), .blank)
    XCTAssertEqual(StoreError(CancellationError()), .cancelled)
    struct Other: Error {}
    XCTAssertEqual(StoreError(Other()), .inputOutput(detail: "Other()"))
  }
}
