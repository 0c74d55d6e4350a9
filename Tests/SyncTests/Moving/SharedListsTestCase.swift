import Core
import Sync
import TestSupport
import XCTest

/// Somebody shares two lists with somebody else, who has a to-do.
class SharedListsTestCase: XCTestCase {
  let server = SimulatedServer()

  /// Ann shares two lists with Ben, who has a list with a to-do.
  func people() async throws -> (ann: Participant, ben: Participant) {
    let server = server
    return try await people { user in
      try await Participant(user) { SimulatedBackend(server, account: $0) }
    }
  }

  func people(_ make: (String) async throws -> Participant) async throws
    -> (ann: Participant, ben: Participant)
  {
    let ann = try await make("ann")
    let ben = try await make("ben")
    for name in ["Party", "Trip"] {
      let list = try await ann.store.addList(named: name)
      try await ann.store.setMember("ben", of: list.id, as: .writer)
    }
    let own = try await ben.store.addList(named: "Own")
    try await ben.store.add(TodoDraft(id: id, listID: own.id, content: "Cake", notes: "big"))
    for _ in 0..<2 {
      try await ann.sync()
      try await ben.sync()
      try await ben.acceptAll()
    }
    try await ben.sync()
    return (ann, ben)
  }

  let id = TodoID(rawValue: "cake")
  let key = RecordKey(kind: .todo, id: "cake")

  func list(_ name: String, of person: Participant) async throws -> ListID {
    let list = try await person.list(named: name)
    return try XCTUnwrap(list).id
  }

  func contents(_ name: String, of person: Participant) async throws -> [String] {
    try await person.contents(of: list(name, of: person))
  }

  /// What stands for a list of another person.
  func account(of list: String, of person: Participant) async throws -> Account {
    let list = try await self.list(list, of: person)
    let accounts = try await person.store.syncAccounts()
    return try XCTUnwrap(accounts.first { $0.share?.list == list })
  }
}
