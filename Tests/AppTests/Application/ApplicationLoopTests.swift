import XCTest

@testable import Platform
@testable import Toolkit

final class ApplicationLoopTests: XCTestCase {
  func testItIsRegisteredBeforeTheToolkitStarts() throws {
    try onMainActor {
      try TestDisplay.require()
      let loop = ApplicationLoop(id: "optimist.test", isUnique: false)
      var order: [String] = []
      loop.onRegistered = { order.append("registered") }
      loop.onStartup = { order.append("startup") }
      loop.onActivate = {
        order.append("activate")
        loop.hold()
        loop.quit()
      }
      XCTAssertEqual(loop.run(), 0)
      XCTAssertEqual(order, ["registered", "startup", "activate"])
    }
  }
}
