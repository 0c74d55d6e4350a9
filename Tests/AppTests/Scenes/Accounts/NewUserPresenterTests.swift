import Core
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Making a new user, who is asked what others may see.
final class NewUserPresenterTests: XCTestCase {
  @MainActor
  private func asked(_ bench: SceneBench, username: String = " ann ") async throws -> SignInFixture
  {
    let scene = try await SignInFixture.loaded(bench)
    scene.typeAll()
    scene.presenter.didChooseNewUser(true)
    scene.type([.username: username])
    return scene
  }

  @MainActor
  private func person(isFindable: Bool) throws -> Person {
    Person(
      id: try Account.signedIn().user, username: "ann", fullname: "", isFindable: isFindable)
  }

  @MainActor
  func testNewUserIsMadeWithAProfileThatNobodyFinds() async throws {
    let bench = try SceneBench()
    let scene = try await asked(bench)
    XCTAssertTrue(scene.state.isNew)
    XCTAssertFalse(scene.state.isFindable, "the private choice is the first")
    scene.presenter.didSubmit()
    await eventually("the end") {
      !scene.presenter.isOpen && bench.profiles.calls.last == .send
    }
    XCTAssertEqual(bench.signing.requests.map(\.isNew), [true])
    XCTAssertEqual(
      bench.profiles.calls.first,
      .save(try person(isFindable: false), changing: Person.allFields))
  }

  @MainActor
  func testWhoWantsToBeFoundSaysSo() async throws {
    let bench = try SceneBench()
    let scene = try await asked(bench)
    scene.presenter.didSetFindable(true)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(
      bench.profiles.calls.first,
      .save(try person(isFindable: true), changing: Person.allFields))
  }

  @MainActor
  func testWhoSignsInIsNotAsked() async throws {
    let bench = try SceneBench()
    let scene = try await asked(bench)
    scene.presenter.didSetFindable(true)
    scene.presenter.didChooseNewUser(false)
    XCTAssertTrue(scene.state.canSubmit)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(bench.signing.requests.map(\.isNew), [false])
    XCTAssertEqual(bench.profiles.calls, [])
  }

  /// Before the server is asked: afterwards there would be a user without a profile.
  @MainActor
  func testTheNameIsLookedAtFirst() async throws {
    let bench = try SceneBench()
    let scene = try await asked(bench, username: " ")
    XCTAssertFalse(scene.state.canSubmit)
    for name in ["a b", "ann@example.org", String(repeating: "x", count: 101)] {
      scene.type([.username: name])
      XCTAssertTrue(scene.state.canSubmit)
      scene.presenter.didSubmit()
      XCTAssertEqual(scene.state.problem?.field, .username, name)
    }
    XCTAssertEqual(bench.signing.requests, [])
    XCTAssertEqual(bench.profiles.calls, [])
  }

  @MainActor
  func testAProfileThatIsNotKeptIsTold() async throws {
    let bench = try SceneBench()
    bench.profiles.problems = [.notKept(reason: "the disk is full")]
    let scene = try await asked(bench)
    scene.presenter.didSubmit()
    await eventually("an alert") { !scene.navigator.alerts.alerts.isEmpty }
    XCTAssertFalse(scene.presenter.isOpen)
    XCTAssertEqual(scene.navigator.alerts.alerts.map(\.body), ["the disk is full"])
    let accounts = try await scene.accounts()
    XCTAssertEqual(accounts, [try .signedIn()], "the account is good without it")
  }

  /// A server that asks nobody to sign in makes no users.
  @MainActor
  func testAnEmulatorHasNoNewUsers() async throws {
    let bench = try SceneBench()
    let scene = try await SignInFixture.loaded(bench)
    scene.presenter.didChooseNewUser(true)
    scene.type([.project: "demo", .host: "127.0.0.1:8080", .user: "ann"])
    XCTAssertTrue(scene.state.canSubmit)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(bench.profiles.calls, [])
  }
}
