import Glibc
import XCTest

@testable import Service

final class DescriptorLimitTests: XCTestCase {
  private func limit() throws -> rlimit {
    var limit = rlimit()
    XCTAssertEqual(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit), 0)
    return limit
  }

  func testTheLimitBecomesWhatTheAdministratorAllows() throws {
    let before = try limit()
    // More than a test has open.
    let low: rlim_t = 512
    try XCTSkipUnless(before.rlim_max > low, "the administrator allows no more")
    var lowered = rlimit(rlim_cur: low, rlim_max: before.rlim_max)
    XCTAssertEqual(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &lowered), 0)
    defer {
      var kept = before
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &kept)
    }
    let now = try limit()
    XCTAssertEqual(now.rlim_cur, low)
    DescriptorLimit.raise()
    let raised = try limit()
    XCTAssertEqual(raised.rlim_cur, before.rlim_max)
    XCTAssertEqual(raised.rlim_max, before.rlim_max)
    DescriptorLimit.raise()
    let again = try limit()
    XCTAssertEqual(again.rlim_cur, before.rlim_max, "what is at the limit stays there")
  }
}
