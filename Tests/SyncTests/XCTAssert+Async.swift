import XCTest

/// Fails unless `body` throws this error.
/// - Parameter name: which of several cases it is.
func assertThrows<E: Error & Equatable>(
  _ expected: E, _ name: String = "", file: StaticString = #filePath, line: UInt = #line,
  _ body: () async throws -> some Any
) async {
  do {
    let value = try await body()
    XCTFail("\(name) gave \(value) in place of \(expected)", file: file, line: line)
  } catch {
    XCTAssertEqual(error as? E, expected, "\(name) \(error)", file: file, line: line)
  }
}

/// The error that `body` throws; fails the test if it throws none of this type.
func errorThrown<E: Error>(
  _ type: E.Type, file: StaticString = #filePath, line: UInt = #line,
  _ body: () async throws -> some Any
) async -> E? {
  do {
    let value = try await body()
    XCTFail("gave \(value) in place of an error", file: file, line: line)
    return nil
  } catch {
    guard let typed = error as? E else {
      XCTFail("\(error)", file: file, line: line)
      return nil
    }
    return typed
  }
}
