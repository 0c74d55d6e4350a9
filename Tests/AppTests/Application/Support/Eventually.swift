import XCTest

/// Lets other work go on until the condition holds, and fails the test if it never does.
/// - Parameter what: what is waited for.
@MainActor
func eventually(
  _ what: String = "the condition", limit: Duration = .seconds(10),
  file: StaticString = #filePath, line: UInt = #line, _ condition: @MainActor () -> Bool
) async {
  let end = ContinuousClock.now.advanced(by: limit)
  var looks = 0
  while !condition() {
    guard ContinuousClock.now < end else {
      return XCTFail("\(what) did not come about", file: file, line: line)
    }
    looks += 1
    await Task.yield()
    // Leaves the processor to the store's threads.
    if looks.isMultiple(of: 50) { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
