import Basics
import Core
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Choosing somebody by a user ID that was typed.
@MainActor
final class PeopleByIDTests: XCTestCase {
  private var chosen: [String] = []

  private func opened(_ bench: SceneBench, excluding excluded: Set<ExactText> = []) async throws
    -> PeopleFixture
  {
    let account = try await bench.connect()
    return PeopleFixture(
      bench,
      .choose(
        account: account.id, title: "Invite", excluded: excluded,
        onChoose: { [weak self] in self?.chosen.append("person " + $0.id) },
        onChooseID: { [weak self] in self?.chosen.append($0) }))
  }

  /// Nothing of it waits for a server: not for the first answer, and not for one at all.
  func testSomebodyWhoIsNotFoundIsMeantAllTheSame() async throws {
    let bench = try SceneBench()
    let scene = try await opened(bench)
    scene.presenter.didChangeQuery(" Xy9kQ2 ")
    XCTAssertEqual(scene.state.content, .loading)
    XCTAssertEqual(scene.state.typedID, "Xy9kQ2")
    bench.people.send([.sample("zoe")])
    await eventually("nobody") { scene.state.content == .noMatch }
    XCTAssertEqual(scene.state.typedID, "Xy9kQ2")
    scene.presenter.didSubmitQuery()
    XCTAssertEqual(chosen, [], "a name that is not found and Return invite nobody")
    scene.presenter.didChooseTypedID()
    XCTAssertEqual(chosen, ["Xy9kQ2"])
    XCTAssertFalse(scene.presenter.isOpen)
  }

  func testWhoIsFoundIsShown() async throws {
    let bench = try SceneBench()
    let scene = try await opened(bench)
    let zoe = Person(id: "k3", username: "zoe", fullname: "Zoe", isFindable: true)
    bench.people.send([zoe])
    await scene.shows(["Zoe"])
    for query in ["zo", "k3"] {
      scene.presenter.didChangeQuery(query)
      XCTAssertNil(scene.state.typedID, query)
      XCTAssertEqual(scene.names, ["Zoe"], query)
    }
    scene.presenter.didSubmitQuery()
    XCTAssertEqual(chosen, ["person k3"])
  }

  func testReturnChoosesWhoIsFoundByAPartOfTheName() async throws {
    let bench = try SceneBench()
    let scene = try await opened(bench)
    bench.people.send([Person(id: "k3", username: "zoe", fullname: "Zoe Adams")])
    await scene.shows(["Zoe Adams"])
    scene.presenter.didChangeQuery("adams")
    scene.presenter.didSubmitQuery()
    XCTAssertEqual(chosen, ["person k3"])
  }

  /// Everybody chooses their own names, and one can be another person's user ID, or look like it.
  func testANameThatIsSomebodysUserIDInvitesNobody() async throws {
    let bench = try SceneBench()
    let scene = try await opened(bench)
    let id = "Xy9kQ2aLm4Rt7VbN1cHs8Wd3EfGj"
    let names = [("xy", id), (id, "Mallory"), ("xy", id.lowercased()), ("xy", id + "j")]
    for (username, fullname) in names {
      bench.people.send([Person(id: "m", username: username, fullname: fullname)])
      scene.presenter.didChangeQuery("")
      await scene.shows([fullname])
      scene.presenter.didChangeQuery(id)
      XCTAssertEqual(scene.names, [fullname])
      XCTAssertEqual(scene.state.typedID, id)
      scene.presenter.didSubmitQuery()
      XCTAssertEqual(chosen, [], fullname)
    }
    scene.presenter.didChooseTypedID()
    XCTAssertEqual(chosen, [id])
  }

  func testTheOwnerOfTheIDComesFirst() async throws {
    let bench = try SceneBench()
    let scene = try await opened(bench)
    bench.people.send([
      Person(id: "m", username: "Xy9kQ2", fullname: "Xy9kQ2"),
      Person(id: "Xy9kQ2", username: "bob", fullname: "Zoe's Bob"),
    ])
    await scene.shows(["Xy9kQ2", "Zoe's Bob"])
    scene.presenter.didChangeQuery("Xy9kQ2")
    XCTAssertEqual(scene.names, ["Zoe's Bob", "Xy9kQ2"])
    XCTAssertNil(scene.state.typedID)
    scene.presenter.didSubmitQuery()
    XCTAssertEqual(chosen, ["person Xy9kQ2"])
  }

  func testWhatIsNoIDOrTakesPartAlready() async throws {
    let bench = try SceneBench()
    let scene = try await opened(bench, excluding: [ExactText("bob")])
    bench.people.send([])
    for query in ["", "bob", "two words", "a/b", "..", "__x__", "ann@example.org"] {
      scene.presenter.didChangeQuery(query)
      XCTAssertNil(scene.state.typedID, query)
    }
    scene.presenter.didChangeQuery("bo")
    XCTAssertEqual(scene.state.typedID, "bo")
  }

  func testOthersAreChosenByNameOnly() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    for mode in [
      PeopleMode.browse, .choose(account: account.id, title: "Assign", onChoose: { _ in }),
    ] {
      let scene = PeopleFixture(bench, mode)
      scene.presenter.didChangeQuery("Xy9kQ2")
      XCTAssertNil(scene.state.typedID)
    }
  }
}
