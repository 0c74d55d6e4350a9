import Foundation
import Sync
import TestSupport
import XCTest

/// Answers that never come to an end, or stand for more than they are: each ends by a limit of bytes, of
/// answers before the answer or of time, and takes no memory to speak of.
final class HostileServerTests: XCTestCase {
  private struct Case {
    let name: String
    let fault: FaultProxy.Fault
    let end: End
  }

  /// How an exchange ends.
  private enum End: Equatable {
    /// By a limit, before the time is over.
    case refused
    case tooLarge
    case timedOut
    /// Slow to read: by whichever limit comes first.
    case tooLargeOrTimedOut
    /// The answer is complete, and what comes after it is not read.
    case answered

    var mayBeByTime: Bool { self == .timedOut || self == .tooLargeOrTimedOut }

    func contains(_ result: Result<HTTPResponse, HTTPFailure>) -> Bool {
      switch (self, result) {
      case (.answered, .success): true
      case (.tooLarge, .failure(.tooLarge)), (.tooLargeOrTimedOut, .failure(.tooLarge)): true
      case (.timedOut, .failure(.timedOut)), (.tooLargeOrTimedOut, .failure(.timedOut)): true
      case (.refused, .failure(.malformedResponse)), (.refused, .failure(.interrupted)): true
      default: false
      }
    }
  }

  private static let limit = 1_000_000
  /// Of the cases that are bounded by nothing else. The others have more than a busy machine needs to reach their limit.
  private static let timeout = Duration.milliseconds(700)

  private static func endless(_ name: String, _ beginning: String, _ piece: String) -> Case {
    Case(
      name: name, fault: .repeating(after: beginning, Array(piece.utf8)),
      end: .refused)
  }

  private static let ok = "HTTP/1.1 200 OK\r\n"
  private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

  private static let cases: [Case] = [
    endless("early hints", "", "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"),
    endless("100 Continue", "", "HTTP/1.1 100 Continue\r\n\r\n"),
    endless("102 Processing", "", "HTTP/1.1 102 Processing\r\nX: y\r\n\r\n"),
    endless("header fields", ok, "X-Field: value\r\n"),
    endless("one header field", ok + "X-Field: ", "value"),
    endless("folded header field", ok + "X-Field: a\r\n", " b\r\n"),
    endless("status line", "HTTP/1.1 200 ", "OK"),
    endless("no HTTP", "", "garbage"),
    Case(
      name: "body without a length", fault: .repeating(after: ok + "\r\n", [0x20]),
      end: .tooLarge),
    Case(
      name: "chunks",
      fault: .repeating(
        after: chunked, Array(("1000\r\n" + String(repeating: "x", count: 4096) + "\r\n").utf8)),
      end: .tooLarge),
    Case(
      name: "chunks of one byte", fault: .repeating(after: chunked, Array("1\r\nx\r\n".utf8)),
      end: .tooLargeOrTimedOut),
    Case(
      name: "one chunk of many bytes",
      fault: .repeating(after: chunked + "7fffffff\r\n", [0x20]),
      end: .tooLarge),
    Case(
      name: "a length beyond all",
      fault: .repeating(
        after: ok + "Content-Length: 9223372036854775807\r\n\r\n", [0x20]),
      end: .tooLarge),
    Case(
      name: "compressed",
      fault: .repeating(
        after: ok + "Content-Encoding: gzip\r\n\r\n", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
      end: .refused),
    Case(
      name: "compressed twice",
      fault: .repeating(
        after: ok + "Content-Encoding: gzip, br\r\n\r\n", [0]),
      end: .refused),
    Case(
      name: "trailers", fault: .repeating(after: chunked + "0\r\n", Array("X: y\r\n".utf8)),
      end: .answered),
    Case(
      name: "a dripping head",
      fault: .repeating(
        after: ok + "X: ", [0x61], every: .milliseconds(20)), end: .timedOut),
    Case(
      name: "a dripping body",
      fault: .repeating(
        after: ok + "\r\n", [0x20], every: .milliseconds(20)), end: .timedOut),
    Case(
      name: "dripping chunks",
      fault: .repeating(
        after: chunked, Array("1\r\nx\r\n".utf8), every: .milliseconds(20)), end: .timedOut),
    Case(
      name: "dripping hints",
      fault: .repeating(
        after: "", Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8), every: .milliseconds(300)),
      end: .timedOut),
    Case(name: "silence", fault: .hang, end: .timedOut),
  ]

  func testEachEndsWithinItsLimits() async throws {
    for hostile in Self.cases {
      let proxy = try FaultProxy()
      defer { proxy.stop() }
      proxy.always(hostile.fault)
      let before = Self.residentBytes
      let begin = ContinuousClock.now
      let result: Result<HTTPResponse, HTTPFailure>
      do throws(HTTPFailure) {
        result = .success(
          try await SoupTransport().send(
            HTTPRequest(
              method: .get, url: "http://\(proxy.host)/", maxResponseBytes: Self.limit,
              timeout: hostile.end.mayBeByTime ? Self.timeout : .seconds(15))))
      } catch {
        result = .failure(error)
      }
      XCTAssertTrue(hostile.end.contains(result), "\(hostile.name): \(result)")
      let spent = ContinuousClock.now - begin
      // Never more than the limit, and what a busy machine takes to notice it.
      XCTAssertLessThan(spent, .seconds(20), hostile.name)
      XCTAssertLessThan(Self.residentBytes - before, 64 * 1024 * 1024, hostile.name)
      // Some more than was read waits in the buffers of the system.
      XCTAssertLessThan(proxy.endlessBytes, 50_000_000, hostile.name)
    }
  }

  func testAFewAnswersBeforeTheAnswerAreInOrder() async throws {
    let proxy = try FaultProxy()
    defer { proxy.stop() }
    let hint = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    proxy.always(
      .raw(
        Array((String(repeating: hint, count: 10) + Self.ok + "Content-Length: 2\r\n\r\nok").utf8)))
    let response = try await SoupTransport().send(
      HTTPRequest(
        method: .get, url: "http://\(proxy.host)/", maxResponseBytes: Self.limit,
        timeout: .seconds(10)))
    XCTAssertEqual(response.status, 200)
    XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "ok")
    XCTAssertEqual(proxy.requests.first?.header("Accept-Encoding"), "identity")
  }

  /// The memory that this process holds, as the kernel counts it (proc(5)).
  private static var residentBytes: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ")
    return (fields?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
