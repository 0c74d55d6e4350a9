import TestSupport
import XCTest

/// Lets other work go on until the condition holds, and fails the test if it never does.
/// - Parameter what: what is waited for.
@MainActor
func eventually(
  _ what: String, file: StaticString = #filePath, line: UInt = #line,
  _ condition: @MainActor () -> Bool
) async {
  let holds = await eventually { condition() }
  XCTAssertTrue(holds, "\(what) did not come about", file: file, line: line)
}
