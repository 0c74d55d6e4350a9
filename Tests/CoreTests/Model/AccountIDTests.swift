import XCTest

@testable import Core

final class AccountIDTests: XCTestCase {
  private func account(of user: String) throws -> Account {
    Account(firestore: try FirestoreSettings(project: "p", user: user))
  }

  private func list(_ list: String, of owner: String, for user: String) throws -> AccountID {
    try account(of: user).sharing(
      Account.Share(owner: owner, list: ListID(rawValue: list), role: .writer)
    ).id
  }

  /// Ann has moved a to-do to Bob's list, and Bob one to Ann's: both computers must name the same account.
  func testTwoPeopleOrderTheirListsEqually() throws {
    for (ann, bob) in [("ann", "bob"), ("ann", "ann-2"), ("u", "mia")] {
      let (own, others) = (try account(of: ann).id, try list("b", of: bob, for: ann))
      let (bobs, anns) = (try account(of: bob).id, try list("a", of: ann, for: bob))
      XCTAssertEqual(own.precedesOnServer(others), anns.precedesOnServer(bobs))
      XCTAssertNotEqual(own.precedesOnServer(others), others.precedesOnServer(own))
      XCTAssertNotEqual(anns.precedesOnServer(bobs), bobs.precedesOnServer(anns))
    }
  }

  func testListsOfOnePersonAreOrderedByTheirNames() throws {
    let (first, second) = (
      try list("a", of: "ann", for: "eve"), try list("b", of: "ann", for: "bob")
    )
    XCTAssertTrue(first.precedesOnServer(second))
    XCTAssertFalse(second.precedesOnServer(first))
    XCTAssertFalse(first.precedesOnServer(first))
  }
}
