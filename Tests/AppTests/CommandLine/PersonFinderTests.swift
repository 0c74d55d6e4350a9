import Basics
import Core
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service

final class PersonFinderTests: XCTestCase {
  private let ann = Person(id: "uid-ann", username: "annie", fullname: "Ann Lee")
  private let bob = Person(id: "uid-bob", username: "bob", fullname: "Bob")
  private let namesake = Person(id: "uid-bob-2", username: "bobby", fullname: "bob")

  private func failure(_ finder: PersonFinder, _ typed: String) -> String {
    do throws(CommandFailure) {
      XCTFail("found \(try finder.person(typed))")
      return ""
    } catch {
      XCTAssertEqual(error.status, .notFound)
      return error.message
    }
  }

  /// What the window keeps of people, and a command in a terminal.
  @MainActor
  private func context(
    _ bench: SceneBench, _ folder: TemporaryFolder, knowing people: [Person] = [],
    of account: Account
  ) async -> CommandContext {
    let path = folder.file("cache.sqlite")
    let cache = CacheStore(path: path)
    await cache.keep(
      CachedAnswer(value: people, readAt: bench.time.now()), as: "people", of: account.id,
      now: bench.time.now())
    // The window has it open.
    addTeardownBlock { await cache.close() }
    return CommandContext(
      store: bench.store, location: StoreLocation(path: folder.file(), environment: .live),
      cachePath: path)
  }

  @MainActor
  private func filled(_ line: String, list: ListID? = nil, in context: CommandContext)
    async throws -> TodoDraft
  {
    let lines = try await TypedLines.read(context, PersonFinders(context), for: [line])
    var draft = TodoDraft(id: TodoID(rawValue: "new"), listID: list, content: line)
    try lines.fill(&draft, from: line)
    return draft
  }

  func testByNameUserNameAndID() throws {
    let finder = PersonFinder([ann, bob], users: ["uid-unknown"])
    for typed in ["Ann Lee", "ann lee", "annie", "@annie", "uid-ann"] {
      XCTAssertEqual(try finder.person(typed), "uid-ann", typed)
    }
    XCTAssertEqual(try finder.person("uid-unknown"), "uid-unknown", "takes part, but has no name")
    XCTAssertEqual(try finder.person("bob"), "uid-bob", "both names of one person")
  }

  func testNamesThatMeanNobodyOrSeveralAreTold() throws {
    let finder = PersonFinder([ann, bob, namesake])
    let several = failure(finder, "bob")
    XCTAssertTrue(several.contains("uid-bob ") && several.contains("uid-bob-2 "), several)
    XCTAssertEqual(try finder.person("bobby"), "uid-bob-2")
    XCTAssertTrue(failure(finder, "Ann").contains("uid-ann  Ann Lee"))
    XCTAssertTrue(failure(finder, "Zoe\u{1B}").contains("“Zoe ”"), "nothing controls the terminal")
    let typed = finder.names.typed.map(\.names)
    XCTAssertEqual(
      typed.map(Set.init), [["Ann Lee", "annie"], ["Bob (@bob)"], ["bob (@bobby)", "bobby"]])
    XCTAssertEqual(finder.user(at: 0), "uid-ann")
  }

  /// Everybody chooses their own names, and one can be another person's user ID.
  func testAUserIDMeansItsOwnerWhateverOthersAreCalled() throws {
    let mallory = Person(id: "uid-mallory", username: "uid-bob", fullname: "uid-unknown")
    let finder = PersonFinder([bob, mallory], users: ["uid-unknown"])
    let typed = finder.names.typed.flatMap(\.names)
    for user in ["uid-bob", "uid-unknown"] {
      XCTAssertEqual(try finder.person(user), user)
      XCTAssertFalse(typed.contains(user), "\(typed)")
    }
  }

  func testShellsOfferWhatFindsThePerson() {
    let words = PersonFinder([ann, bob, namesake]).candidates.map(\.word)
    XCTAssertEqual(words, ["Ann Lee", "uid-bob", "uid-bob-2"])
  }

  func testWhatIsOfferedFindsThatPersonWhateverPeopleAreCalled() throws {
    var random = SplitMix64(seed: 1)
    let words = [
      "ann", "Ann", "ÁNN", "b", "@b", "uid-1", "uid-2", "Ｂ", "-x", "a\u{200B}nn", "", " ",
    ]
    for _ in 0..<300 {
      let people = (0..<6).map { number in
        Person(
          id: "uid-\(number)", username: words.randomElement(using: &random) ?? "",
          fullname: words.randomElement(using: &random) ?? "")
      }
      let finder = PersonFinder(people, users: ["b"])
      let candidates = finder.candidates
      XCTAssertEqual(candidates.count, people.count)
      for (candidate, row) in zip(candidates, PersonIndex(people).rows) {
        XCTAssertEqual(try finder.person(candidate.word), row.id, "\(people)")
      }
    }
  }

  @MainActor
  func testAPersonIsNamedInATypedLine() async throws {
    let (bench, folder) = (try SceneBench(), try TemporaryFolder())
    let account = try await bench.connect()
    let party = try await bench.store.addList(named: "Party")
    let context = await context(bench, folder, knowing: [ann, bob, namesake], of: account)
    var draft = try await filled("Bake cake @Ann Lee ~Party", in: context)
    XCTAssertEqual(draft.content, "Bake cake")
    XCTAssertEqual(draft.assignee, "uid-ann")
    XCTAssertEqual(draft.listID, party.id)
    draft = try await filled("Bake cake @annie tomorrow", in: context)
    XCTAssertEqual(draft.assignee, "uid-ann", "where no list is named, the first one is meant")
    XCTAssertEqual(draft.content, "Bake cake")
    // Two of one name, and nobody.
    for line in ["Bake cake @bob", "Bake cake @Zoe"] {
      draft = try await filled(line, in: context)
      XCTAssertEqual(draft.content, line)
      XCTAssertNil(draft.assignee)
    }
  }

  @MainActor
  func testPeopleOfAnotherAccountAreNobody() async throws {
    let (bench, folder) = (try SceneBench(), try TemporaryFolder())
    let account = try await bench.connect()
    let other = try await bench.connect(user: "zoe")
    let shared = try await bench.join("s", named: "Shared", of: "uid-bob", as: .writer, account)
    let context = await context(bench, folder, knowing: [ann], of: account)
    var draft = try await filled("Bake cake @annie", list: shared.id, in: context)
    XCTAssertEqual(draft.assignee, "uid-ann", "a shared list has the people of its member")
    let foreign = try await bench.join("f", named: "Far", of: "uid-yan", as: .writer, other)
    draft = try await filled("Bake cake @annie", list: foreign.id, in: context)
    XCTAssertNil(draft.assignee)
    XCTAssertEqual(draft.content, "Bake cake @annie")
  }

  @MainActor
  func testAnOptionNamesMembersWithoutANameAndNobody() async throws {
    let (bench, folder) = (try SceneBench(), try TemporaryFolder())
    let account = try await bench.connect()
    let shared = try await bench.join("s", named: "Shared", of: "uid-own", as: .writer, account)
    let context = await context(bench, folder, of: account)
    let finders = PersonFinders(context)
    let owner = try await finders.person("uid-own", of: shared.account)
    XCTAssertEqual(owner, "uid-own")
    let me = try await finders.person("ann", of: account.id)
    XCTAssertEqual(me, "ann")
    for nobody in ["", "none"] {
      let found = try await finders.person(nobody, of: nil)
      XCTAssertNil(found)
    }
    do throws(CommandFailure) {
      _ = try await finders.person("ann", of: nil)
      XCTFail("a list of this computer has no people")
    } catch {
      XCTAssertEqual(error.status, .usage)
    }
  }

  func testAnAssigneeGoesToTheToDosOfItsAccount() {
    var changes = TodoChanges()
    let account = AccountID(rawValue: "firestore:/h/p/d/ann")
    changes.assignees[account] = .some("uid-ann")
    var todo = Todo(
      id: TodoID(rawValue: "t"), account: account, listID: ListID(rawValue: "l"), content: "x",
      assignee: "uid-bob", position: "1", createdAt: Timestamp(milliseconds: 0),
      modifiedAt: Timestamp(milliseconds: 0))
    changes.apply(to: &todo)
    XCTAssertEqual(todo.assignee, "uid-ann")
    changes.assignees[account] = .some(nil)
    changes.apply(to: &todo)
    XCTAssertNil(todo.assignee)
  }
}
