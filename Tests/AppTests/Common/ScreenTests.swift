import XCTest

@testable import App

final class ScreenTests: XCTestCase {
  @MainActor
  func testOnlyWhatDiffersIsShown() async {
    let screen = Screen<Int>()
    var shown: [[Int?]] = []
    screen.attach { state in
      XCTAssertTrue(screen.isRendering)
      shown.append([screen.rendered, state])
    }
    for state in [1, 1, 2, 1] { screen.render(state) }
    XCTAssertEqual(shown, [[nil, 1], [1, 2], [2, 1]])
    XCTAssertFalse(screen.isRendering)
  }

  @MainActor
  func testAStateThatComesWhileTheViewRendersIsShownAfterwards() async {
    let screen = Screen<Int>()
    var shown: [[Int?]] = []
    screen.attach { state in
      XCTAssertTrue(screen.isRendering)
      if shown.isEmpty { screen.render(2) }
      shown.append([screen.rendered, state])
    }
    screen.render(1)
    XCTAssertEqual(shown, [[nil, 1], [1, 2]])
    XCTAssertEqual(screen.rendered, 2)
    XCTAssertFalse(screen.isRendering)
    for state in [2, 1] { screen.render(state) }
    XCTAssertEqual(shown, [[nil, 1], [1, 2], [2, 1]])
  }

  @MainActor
  func testAClosedSceneShowsNothing() async {
    let screen = Screen<Int>()
    var (shown, closeCount) = ([Int](), 0)
    screen.attach {
      shown.append($0)
    } onClose: {
      closeCount += 1
    }
    screen.render(1)
    screen.close()
    screen.render(2)
    screen.close()
    XCTAssertEqual(shown, [1])
    XCTAssertEqual(closeCount, 1)
    XCTAssertFalse(screen.isOpen)
  }

  @MainActor
  func testItHoldsNeitherTheViewNorTheWayOutOnceItIsClosed() async {
    let screen = Screen<Int>()
    weak var view: AlertRecorder?
    do {
      let shown = AlertRecorder()
      view = shown
      screen.attach { _ in
        _ = shown
      } onClose: {
        _ = shown
      }
    }
    XCTAssertNotNil(view)
    screen.close()
    XCTAssertNil(view)
  }
}
