import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Sees whether a scene is freed when it is closed: its view, its presenter and its outermost widget.
@MainActor
final class ReleaseWatch {
  private weak var view: AnyObject?
  private weak var presenter: AnyObject?
  private let widget: WeakReference

  init(view: AnyObject, presenter: AnyObject, widget: Widget) {
    self.view = view
    self.presenter = presenter
    self.widget = WeakReference(widget)
  }

  func assertAlive(file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertNotNil(view, "view", file: file, line: line)
    XCTAssertNotNil(presenter, "presenter", file: file, line: line)
    XCTAssertNotNil(widget.pointer, "widget", file: file, line: line)
  }

  func assertReleased(file: StaticString = #filePath, line: UInt = #line) {
    pump(until: { view == nil && presenter == nil && widget.pointer == nil })
    XCTAssertNil(view, "view", file: file, line: line)
    XCTAssertNil(presenter, "presenter", file: file, line: line)
    XCTAssertNil(widget.pointer, "widget", file: file, line: line)
  }
}
