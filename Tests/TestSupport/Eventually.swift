/// Waits until a condition holds, looking again every few milliseconds.
/// - Returns: false if it did not hold within the limit.
public func eventually(
  within limit: Duration = .seconds(10), _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let end = ContinuousClock.now.advanced(by: limit)
  while ContinuousClock.now < end {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return try await condition()
}
