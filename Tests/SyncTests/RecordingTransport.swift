import Foundation
import Sync
import Synchronization
import XCTest

/// Passes requests on and keeps the answers.
final class RecordingTransport: HTTPTransport {
  struct Answer: Sendable {
    let request: String
    let text: String
  }

  private let base: any HTTPTransport
  private let state = Mutex<[Answer]>([])

  init(_ base: any HTTPTransport) { self.base = base }

  var answers: [Answer] { state.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let response = try await base.send(request)
    let body = (try? JSONSerialization.jsonObject(with: response.body)) ?? "no JSON"
    let answered: [String: Any] = ["status": response.status, "body": Self.form(body)]
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .prettyPrinted]
    let data = (try? JSONSerialization.data(withJSONObject: answered, options: options)) ?? Data()
    let answer = Answer(
      request: request.body.map { String(decoding: $0.prefix(600), as: UTF8.self) } ?? request.url,
      text: String(decoding: data, as: UTF8.self))
    state.withLock { $0.append(answer) }
    return response
  }

  /// Compares what two servers have answered to one story.
  /// - Parameter count: how many answers there are at least.
  static func assertEqualAnswers(
    _ real: RecordingTransport, _ simulated: RecordingTransport, atLeast count: Int,
    _ name: String = "", line: UInt = #line
  ) {
    let (answers, others) = (real.answers, simulated.answers)
    XCTAssertEqual(answers.count, others.count, name, line: line)
    for (a, b) in zip(answers, others) {
      XCTAssertEqual(a.text, b.text, "\(name) after \(a.request)", line: line)
    }
    XCTAssertGreaterThanOrEqual(answers.count, count, name, line: line)
  }

  private static func isTime(_ text: String) -> Bool {
    text.utf8.count >= 20 && text.hasPrefix("20") && text.hasSuffix("Z") && text.contains("T")
  }

  private static func form(_ value: Any) -> Any {
    if let text = value as? String {
      if isTime(text) { return "a time" }
      if let range = text.range(of: "/documents/") { return String(text[range.lowerBound...]) }
      return text
    }
    if let parts = value as? [Any] { return parts.map { form($0) } }
    if let parts = value as? [String: Any] {
      // Sentences are for people.
      return parts.filter { $0.key != "message" && !isLeftOut($0.key, $0.value) }
        .mapValues { form($0) }
    }
    return value
  }

  /// A new document leaves out what is empty, a changed one may have it as null. The simulation does not keep the
  /// two apart; to the backend they are the same.
  private static func isLeftOut(_ name: String, _ value: Any) -> Bool {
    guard sparse.contains(name), let value = value as? [String: Any] else { return false }
    if value["nullValue"] != nil { return true }
    guard let array = value["arrayValue"] as? [String: Any] else { return false }
    return (array["values"] as? [Any] ?? []).isEmpty
  }

  private static let sparse: Set<String> = [
    "dueTime", "dueZone", "startDate", "startTime", "startZone", "reminders", "remindersAlarm",
    "snoozes", "recurrence", "recurrenceFromCompletion", "completions", "parent", "tags", "url",
    "status", "colour", "emoji", "sortOrder",
  ]
}
