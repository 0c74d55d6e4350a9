import Basics
import Core
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class ProfilePresenterTests: XCTestCase {
  @MainActor
  private struct Scene {
    let bench: SceneBench
    let presenter: ProfilePresenter
    let view = RecordingView<ProfileState>()
    let navigator = RecordingNavigator()

    var state: ProfileState { view.state }
  }

  private static let ann = Person(
    id: "ann", username: "ann", fullname: "Ann Lee", pictureURL: "https://x.org/a.png")

  private func opened(_ person: Person? = ann) async throws -> Scene {
    let bench = try SceneBench()
    bench.profiles.person = person
    let scene = Scene(
      bench: bench,
      presenter: ProfilePresenter(
        account: try .sample(), profiles: bench.profiles, directory: bench.directory))
    scene.view.watch(scene.presenter.screen)
    scene.presenter.take(scene.navigator)
    scene.presenter.didLoad()
    await eventually("the profile") { scene.state.isReady }
    return scene
  }

  func testShowsAndSaves() async throws {
    let scene = try await opened()
    XCTAssertEqual(
      scene.state.texts,
      [.fullname: "Ann Lee", .username: "ann", .pictureURL: "https://x.org/a.png"])
    XCTAssertEqual(
      scene.state.preview, AvatarContent(name: "Ann Lee", pictureURL: "https://x.org/a.png"))
    scene.presenter.didChange(.fullname, " Anna Lee ")
    scene.presenter.didChange(.pictureURL, "")
    scene.presenter.didSave()
    scene.presenter.didSave()
    await eventually("the end") { scene.bench.profiles.calls.last == .send }
    XCTAssertFalse(scene.presenter.isOpen)
    XCTAssertEqual(
      scene.bench.profiles.calls,
      [
        .save(
          Person(id: "ann", username: "ann", fullname: "Anna Lee", isFindable: false),
          changing: [.fullname, .pictureURL]), .send,
      ])
  }

  /// Nobody is listed who has not asked for it.
  func testWhetherOthersCanFindTheUserIsTheirChoice() async throws {
    let scene = try await opened()
    XCTAssertFalse(scene.state.isFindable)
    scene.presenter.didSetFindable(true)
    XCTAssertTrue(scene.state.isFindable)
    scene.presenter.didSave()
    await eventually("the end") { !scene.presenter.isOpen }
    guard case .save(let person, let changed)? = scene.bench.profiles.calls.first else {
      return XCTFail()
    }
    XCTAssertEqual(person.isFindable, true)
    XCTAssertEqual(changed, [.isFindable])
  }

  func testBadInputIsToldAndKept() async throws {
    let scene = try await opened()
    let cases: [(ProfileProblem.Field, String, ProfileProblem)] = [
      (.username, "ann lee", .usernameHasSpace), (.username, "  ", .usernameMissing),
      (.pictureURL, "http://x.org/a.png", .pictureAddressInvalid),
      (.pictureURL, "https://", .pictureAddressInvalid),
      (.pictureURL, "https://x.org/a b", .pictureAddressInvalid),
      (.fullname, String(repeating: "x", count: 201), .tooLong(.fullname)),
      (.fullname, "bob@firm.example", .fullnameIsAddress),
    ]
    for (field, text, problem) in cases {
      let before = scene.state.texts[field] ?? ""
      let count = scene.state.problemCount
      scene.presenter.didChange(field, text)
      scene.presenter.didSave()
      XCTAssertEqual(scene.state.problem, problem)
      XCTAssertEqual(scene.state.problemCount, count + 1)
      XCTAssertEqual(scene.state.texts[field], text)
      scene.presenter.didChange(field, before)
      XCTAssertNil(scene.state.problem)
    }
    XCTAssertEqual(scene.bench.profiles.calls, [])
    XCTAssertTrue(scene.presenter.isOpen)
  }

  func testControlCharactersAreLeftOutAndThatIsTold() async throws {
    let scene = try await opened()
    scene.presenter.didChange(.fullname, "An\u{1B}na")
    scene.presenter.didSave()
    await eventually("the notice") {
      scene.navigator.alerts.titles == ["Invisible Characters Were Removed"]
    }
    guard case .save(let person, _)? = scene.bench.profiles.calls.first else { return XCTFail() }
    XCTAssertEqual(person.fullname, "Anna")
  }

  func testProblemOfKeepingIsToldInTheDialog() async throws {
    let scene = try await opened()
    scene.bench.profiles.problems = [.notKept(reason: "full")]
    scene.presenter.didChange(.fullname, "Anna")
    scene.presenter.didSave()
    await eventually("the problem") { scene.state.problem == .notKept(reason: "full") }
    XCTAssertTrue(scene.presenter.isOpen)
    XCTAssertEqual(scene.state.texts[.fullname], "Anna")
    scene.presenter.didSave()
    await eventually("the end") { !scene.presenter.isOpen }
  }

  func testPreviewFollowsOnceTypingPauses() async throws {
    let scene = try await opened(nil)
    scene.presenter.didChange(.fullname, "Ann")
    XCTAssertEqual(scene.state.preview, AvatarContent(name: "Ann"))
    for text in ["https://x", "https://x.org/b", "https://x.org/b.png"] {
      scene.presenter.didChange(.pictureURL, text)
    }
    await eventually("the picture") {
      scene.state.preview.pictureURL == "https://x.org/b.png"
    }
    XCTAssertFalse(scene.view.states.contains { $0.preview.pictureURL == "https://x" })
  }

  // MARK: Sending

  private func send(_ scene: Scene) async -> Int {
    var discards = 0
    await ProfileUpload(
      profiles: scene.bench.profiles, account: scene.bench.accountID, alerts: scene.navigator
    ) { discards += 1 }.run()
    return discards
  }

  func testRefusalIsTriedAgainOrDiscarded() async throws {
    let scene = try await opened()
    let refusal = ProfileOutcome.refused(.refused(status: 403, code: "PERMISSION_DENIED"))
    scene.bench.profiles.outcomes = [refusal, refusal]
    scene.navigator.alerts.script = ["again", "discard"]
    let discards = await send(scene)
    XCTAssertEqual(discards, 1)
    XCTAssertEqual(
      scene.bench.profiles.calls, [.send, .save(Self.ann, changing: []), .send, .discard])
    XCTAssertEqual(
      scene.navigator.alerts.titles,
      ["Your Profile Was Not Saved", "Your Profile Was Not Saved"])
  }

  func testWaitingIsNothingToTell() async throws {
    let scene = try await opened()
    scene.bench.profiles.outcomes = [.waiting]
    let discards = await send(scene)
    XCTAssertEqual(discards, 0)
    XCTAssertEqual(scene.navigator.alerts.titles, [])
  }

  // MARK: Another computer's changes

  /// On a new computer the form is empty until the server has answered.
  func testWhatTheServerTellsLaterFillsTheFieldsThatNobodyTouched() async throws {
    let scene = try await opened(nil)
    scene.presenter.didChange(.username, "anna")
    scene.bench.people.send([
      Person(
        id: "ann", username: "ann", fullname: "Ann Lee", pictureURL: "https://x.org/a.png",
        isFindable: true)
    ])
    await eventually("the full name") { scene.state.texts[.fullname] == "Ann Lee" }
    XCTAssertEqual(scene.state.texts[.username], "anna")
    XCTAssertEqual(scene.state.preview.pictureURL, "https://x.org/a.png")
    XCTAssertTrue(scene.state.isFindable)
    scene.presenter.didSave()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(
      scene.bench.profiles.calls.first,
      .save(
        Person(
          id: "ann", username: "anna", fullname: "Ann Lee", pictureURL: "https://x.org/a.png",
          isFindable: true), changing: [.username]))
  }

  /// Without an answer of the server, only what was typed is written.
  func testWhatIsNotKnownIsNotOverwritten() async throws {
    let scene = try await opened(nil)
    scene.presenter.didChange(.username, "ann")
    scene.presenter.didSave()
    await eventually("the end") { !scene.presenter.isOpen }
    guard case .save(_, let changed)? = scene.bench.profiles.calls.first else { return XCTFail() }
    XCTAssertEqual(changed, [.username])
  }

  /// The profile may have been changed on another computer since it was read here.
  func testTheProfileIsReadAgainWhenTheFormOpens() async throws {
    let bench = try SceneBench()
    bench.people.prepare([Self.ann])
    bench.directory.load(bench.accountID)
    await eventually("the cached people") { bench.directory.known(of: bench.accountID) != nil }
    bench.people.prepare([Person(id: "ann", username: "ann", fullname: "Zoe")], at: 2000)
    let presenter = ProfilePresenter(
      account: try .sample(), profiles: bench.profiles, directory: bench.directory)
    let view = RecordingView<ProfileState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    XCTAssertEqual(view.state.texts[.fullname], "Ann Lee")
    await eventually("the new name") { view.state.texts[.fullname] == "Zoe" }
  }
}
