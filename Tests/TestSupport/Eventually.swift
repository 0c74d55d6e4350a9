import Basics

/// Lets other work run until a condition holds.
/// - Returns: false if it did not hold within the limit.
public func eventually(
  within limit: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let end = ContinuousClock.now.advanced(by: limit)
  var looks = 0
  while try await !condition() {
    guard ContinuousClock.now < end else { return false }
    looks += 1
    await Task.yield()
    // Leaves the processor to other threads, and the store to the awaited work.
    if looks > 20 { try? await Task.pause(for: .milliseconds(looks > 1000 ? 10 : 1)) }
  }
  return true
}
