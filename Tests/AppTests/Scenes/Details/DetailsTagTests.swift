import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The tags that are offered while one is typed.
@MainActor
final class DetailsTagTests: XCTestCase {
  /// The details of a to-do beside others with tags, once those are known.
  private func open(
    _ bench: SceneBench, own: Set<ExactText> = [], others: Set<ExactText>
  ) async throws -> DetailsFixture {
    try await bench.store.add(
      TodoDraft(id: TodoID(rawValue: "o"), content: "bread", tags: others))
    let todo = try await bench.store.add(
      TodoDraft(id: TodoID(rawValue: "t"), content: "milk", tags: own))
    let scene = DetailsFixture(bench, .edit(todo))
    scene.presenter.didBeginTag()
    await eventually("the tags") {
      others.allSatisfy { scene.presenter.entry.knownTag($0.text) != nil }
    }
    return scene
  }

  func testKnownOnesAreOfferedAndChosen() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, own: ["Home"], others: ["Home", "Holiday", "hobby", "Work"])
    scene.presenter.didTypeTag("HO")
    XCTAssertEqual(
      scene.state.typedTag.offers?.names, ["Holiday", "hobby"], "it has the other one")
    XCTAssertNil(scene.state.typedTag.offers?.marked, "it may be a new one")
    XCTAssertFalse(scene.presenter.didChooseMarkedTagOffer(), "Enter adds what is typed")
    XCTAssertTrue(scene.presenter.didMoveTagOffer(1))
    XCTAssertTrue(scene.presenter.didMoveTagOffer(1))
    XCTAssertEqual(scene.state.typedTag.offers?.marked, 1)
    XCTAssertTrue(scene.presenter.didMoveTagOffer(-1))
    XCTAssertEqual(scene.state.typedTag.offers?.marked, 0)
    XCTAssertTrue(scene.presenter.didChooseMarkedTagOffer())
    XCTAssertEqual(scene.state.todo.tags, ["Holiday", "Home"])
    XCTAssertEqual(scene.state.typedTag, .init(), "the entry is empty again")
    XCTAssertFalse(scene.presenter.didMoveTagOffer(1), "the arrow goes to another row")
    scene.presenter.didTypeTag("#wo")
    scene.presenter.didChooseTagOffer(0)
    scene.presenter.didChooseTagOffer(0)
    XCTAssertEqual(scene.state.todo.tags, ["Holiday", "Home", "Work"])
    await bench.waitUntilIdle()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.tags, ["Holiday", "Home", "Work"])
  }

  func testWhatIsTypedIsAddedWhereNoneIsChosen() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, others: ["Homework"])
    scene.presenter.didTypeTag("home")
    XCTAssertEqual(scene.state.typedTag.offers?.names, ["Homework"])
    scene.presenter.didSubmitTag("home")
    XCTAssertEqual(scene.state.todo.tags, ["home"])
    XCTAssertEqual(scene.state.typedTag, .init())
    scene.presenter.didTypeTag("homework")
    XCTAssertNil(scene.state.typedTag.offers, "it stands there already")
    scene.presenter.didSubmitTag("homework")
    XCTAssertEqual(scene.state.todo.tags, ["home", "Homework"])
    scene.presenter.didTypeTag(" # ")
    scene.presenter.didSubmitTag(" # ")
    XCTAssertEqual(scene.state.typedTag, .init(), "that is no tag")
    await bench.waitUntilIdle()
  }

  func testEscapeClosesTheNamesUntilAnotherTagBegins() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, others: ["Home"])
    scene.presenter.didTypeTag("h")
    XCTAssertTrue(scene.presenter.didPressEscapeInTag())
    XCTAssertNil(scene.state.typedTag.offers)
    XCTAssertEqual(scene.state.typedTag.text, "h")
    scene.presenter.didTypeTag("ho")
    XCTAssertNil(scene.state.typedTag.offers)
    XCTAssertFalse(scene.presenter.didPressEscapeInTag(), "the next one closes the details")
    scene.presenter.didTypeTag("")
    scene.presenter.didTypeTag("ho")
    XCTAssertEqual(scene.state.typedTag.offers?.names, ["Home"])
  }

  func testANameThatBecomesKnownIsOfferedAndTheMarkStays() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, others: ["Home"])
    scene.presenter.didTypeTag("h")
    XCTAssertTrue(scene.presenter.didMoveTagOffer(1))
    try await bench.store.edit(TodoID(rawValue: "o")) { $0.tags.insert("Work") }
    await eventually("the tag") { scene.presenter.entry.knownTag("work") != nil }
    XCTAssertEqual(scene.state.typedTag.offers?.marked, 0, "the same names")
    try await bench.store.edit(TodoID(rawValue: "o")) { $0.tags.insert("Holiday") }
    await eventually("both") { scene.state.typedTag.offers?.names == ["Holiday", "Home"] }
    XCTAssertNil(scene.state.typedTag.offers?.marked, "they stand in another order")
  }
}
