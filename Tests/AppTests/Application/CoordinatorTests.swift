import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class CoordinatorTests: XCTestCase {
  @MainActor
  private final class Child: Coordinator {
    private(set) var startCount = 0
    private(set) var parentAtStart: Coordinator?

    override func start() {
      startCount += 1
      parentAtStart = parent
    }
  }

  @MainActor
  func testChildIsKeptAndStarted() async {
    let root = Coordinator()
    let child = Child()
    root.begin(child)
    XCTAssertEqual(child.startCount, 1)
    XCTAssertTrue(child.parentAtStart === root)
    XCTAssertTrue(root.children.first === child)
  }

  @MainActor
  func testFinishedChildIsReleased() async {
    let root = Coordinator()
    weak var released: Child?
    do {
      let child = Child()
      released = child
      root.begin(child)
    }
    XCTAssertNotNil(released)
    released?.finish()
    XCTAssertNil(released)
    XCTAssertEqual(root.children.count, 0)
  }

  @MainActor
  func testFinishingTwiceDoesNoHarm() async {
    let root = Coordinator()
    let (child, other) = (Child(), Child())
    root.begin(child)
    root.begin(other)
    child.finish()
    child.finish()
    XCTAssertNil(child.parent)
    XCTAssertEqual(root.children.count, 1)
    root.finish()
    XCTAssertEqual(root.children.count, 1, "the root has nobody to leave")
  }

  @MainActor
  func testParentTakesOverTheChildrenThatAreLeft() async {
    let root = Coordinator()
    let (page, dialog) = (Child(), Child())
    root.begin(page)
    page.begin(dialog)
    page.finish()
    XCTAssertTrue(dialog.parent === root)
    XCTAssertEqual(root.children.count, 1)
    XCTAssertEqual(page.children.count, 0)
    XCTAssertEqual(dialog.startCount, 1)
    dialog.finish()
    XCTAssertEqual(root.children.count, 0)
  }
}
