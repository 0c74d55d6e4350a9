import Foundation
import XCTest

@testable import Sync

/// What a body of the live connection is read as, whoever wrote it.
final class FirestoreChannelMessageTests: XCTestCase {
  private func numbers(_ body: String) throws -> [Int] {
    try FirestoreChannelMessage.read(Data(body.utf8)).map(\.number)
  }

  func testBodiesOfSeveralChunks() throws {
    for (body, expected) in [
      ("", []), ("2\n[]", []), ("14\n[[1,[\"noop\"]]]", [1]), ("0014\n[[1,[\"noop\"]]]", [1]),
      ("2\n[]14\n[[1,[\"noop\"]]]14\n[[2,[\"noop\"]]]", [1, 2]),
      // An emoji counts as two.
      ("12\n[[3,[\"😀\"]]]2\n[]", [3]),
    ] as [(String, [Int])] {
      XCTAssertEqual(try numbers(body), expected, body)
    }
  }

  func testLengthsThatNoChunkHas() {
    for body in [
      "9223372036854775807\n[]", "9223372036854775806\n[]", "9223372036854775805\n[]",
      "9223372036854775808\n[]", "99999999999999999999999\n[]",
      "-9223372036854775808\n[]", "-1\n[]", "-0\n[]", "+2\n[]", "+5", "2", "[]", "\n", "\n[]",
      " 2\n[]", "2 \n[]", "２\n[]", "3\n[]", "1\n[]", "0\n[]", "10000000\n[]",
      // A later chunk is read as the first one is.
      "2\n[]9223372036854775807\n[]", "2\n[]9223372036854775806\n[]", "2\n[]+2\n[]", "2\n[]-1\n[]",
      // It ends between the two halves of the emoji.
      "7\n[[3,[\"😀\"]]]",
    ] {
      XCTAssertThrowsError(try numbers(body), body.debugDescription) { error in
        guard case .protocolViolation? = error as? SyncError else {
          return XCTFail("\(body.debugDescription): \(error)")
        }
      }
    }
  }

  func testBytesThatAreNoText() {
    for bytes: [UInt8] in [[0xFF], [0x32, 0x0A, 0xFF, 0xFE], [0x32, 0x0A, 0xF0, 0x9F], [0]] {
      XCTAssertThrowsError(try FirestoreChannelMessage.read(Data(bytes)), "\(bytes)")
    }
  }
}
