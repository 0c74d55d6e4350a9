import Foundation

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

extension PictureDecoder {
  /// One that starts the program that was built with the tests.
  static var built: PictureDecoder { PictureDecoder(program: builtProgram) }

  static let builtProgram =
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("optimist").path
}
