import Core
import XCTest

@testable import Sync

final class FirestorePathsTests: XCTestCase {
  private func paths(host: String = "", user: String) throws -> FirestorePaths {
    FirestorePaths(settings: try FirestoreSettings(project: "demo", host: host, user: user))
  }

  func testEveryIdentifierIsEncoded() throws {
    let paths = try paths(user: "김 %1?#")
    XCTAssertEqual(
      paths.queryURL(of: .todo),
      "https://firestore.googleapis.com/v1/projects/demo/databases/%28default%29/documents/users/"
        + "%EA%B9%80%20%251%3F%23:runQuery")
    XCTAssertEqual(
      try self.paths(host: "localhost:8080", user: "u").commitURL,
      "http://localhost:8080/v1/projects/demo/databases/%28default%29/documents:commit")
  }

  func testNamesAreNotEncodedAndReadBack() throws {
    let paths = try paths(user: "김 %1")
    let key = RecordKey(kind: .list, id: "장보기 100%")
    let name = paths.documentName(of: key)
    XCTAssertEqual(
      name, "projects/demo/databases/(default)/documents/users/김 %1/lists/장보기 100%")
    XCTAssertEqual(paths.key(ofDocument: name, kind: .list), key)
    XCTAssertEqual(paths.key(ofDocument: name), key)
  }

  func testOtherDocumentsAreNotTaken() throws {
    let paths = try paths(user: "ann")
    let root = "projects/demo/databases/(default)/documents/users/"
    for name in [
      root + "bob/todos/1", root + "ann/lists/1", root + "ann/todos/", root + "ann/todos/1/deep/2",
      root + "annette/todos/1", "projects/other/databases/(default)/documents/users/ann/todos/1",
      root + "ann/todos/..", "", "1",
    ] {
      XCTAssertNil(paths.key(ofDocument: name, kind: .todo), name)
    }
    XCTAssertEqual(
      paths.key(ofDocument: root + "ann/lists/1"), RecordKey(kind: .list, id: "1"))
    XCTAssertNil(paths.key(ofDocument: root + "bob/lists/1"))
  }

  func testIDsThatFirestoreCannotHold() {
    for id in ["", ".", "..", "a/b", "__a__", String(repeating: "x", count: 1501)] {
      XCTAssertFalse(FirestorePaths.isDocumentID(id), id)
    }
    for id in ["a", "...", "__a", "할 일", String(repeating: "x", count: 1500)] {
      XCTAssertTrue(FirestorePaths.isDocumentID(id), id)
    }
  }

  func testAListOfAnotherPersonIsReadInThatPersonsTree() throws {
    let share = Account.Share(owner: "bob", list: ListID(rawValue: "l"), role: .reader)
    let paths = FirestorePaths(
      settings: try FirestoreSettings(project: "demo", user: "ann"), share: share)
    let root = "projects/demo/databases/(default)/documents/users/"
    let key = RecordKey(kind: .todo, id: "1")
    XCTAssertEqual(paths.documentName(of: key), root + "bob/todos/1")
    XCTAssertEqual(paths.key(ofDocument: root + "bob/todos/1"), key)
    XCTAssertNil(paths.key(ofDocument: root + "ann/todos/1"))
    XCTAssertFalse(paths.kinds.contains(.membership))
    XCTAssertEqual(paths.selection(of: .todo).value, "l")
  }

  func testMembershipsAreFoundInOtherTrees() throws {
    let paths = try paths(user: "ann")
    let root = "projects/demo/databases/(default)/documents/users/"
    let key = RecordKey.membership(owner: "bob", member: "l:ann")
    XCTAssertEqual(paths.documentName(of: key), root + "bob/members/l:ann")
    XCTAssertEqual(paths.key(ofDocument: root + "bob/members/l:ann"), key)
    XCTAssertEqual(
      paths.key(ofDocument: root + "ann/members/l:bob"), RecordKey(kind: .member, id: "l:bob"))
    XCTAssertNil(paths.key(ofDocument: root + "ann/members/l:bob", kind: .membership))
    XCTAssertNil(paths.key(ofDocument: root + "bob/members/l/deep/1", kind: .membership))
  }
}
