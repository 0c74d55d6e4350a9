@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A dialog without a window: keeps its presenter, as its view would, until it is closed.
@MainActor
final class RecordingHandle: SceneHandle {
  private(set) var presenter: AnyObject?
  let view: AnyObject
  private(set) var closeCount = 0

  init(_ presenter: AnyObject, view: AnyObject) {
    self.presenter = presenter
    self.view = view
  }

  var isOpen: Bool { closeCount == 0 }

  func close() {
    closeCount += 1
    presenter = nil
  }
}
