import Basics
import Core
import Foundation
import XCTest

@testable import Sync

/// The texts in `Fixtures`: to-dos as other programs write them, and what is read from each, in `expected.txt`.
enum CalendarFixture {
  static let user = "alice"

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name + ".ics")))
  }

  static func resource(_ name: String) throws -> CalendarResource {
    try CalendarResource(reading: bytes(name))
  }

  static func todo(_ name: String) throws -> CalendarTodo {
    try XCTUnwrap(resource(name).todos(user: user).first)
  }

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".ics") }.map { String($0.dropLast(4)) }.sorted()
  }

  static func expected() throws -> String {
    try String(contentsOf: folder.appending(path: "expected.txt"), encoding: .utf8)
  }

  /// What is read from a text, one line for each field that holds something.
  static func description(_ name: String) throws -> String {
    var lines = ["== \(name)"]
    for todo in try resource(name).todos(user: user) {
      lines.append("uid: \(todo.uid)")
      for field in todo.fields.keys.sorted() {
        guard let value = todo.fields[field].flatMap(text) else { continue }
        lines.append("  \(field): \(value)")
      }
      if !todo.children.isEmpty {
        lines.append("  children: " + todo.children.map(\.text).sorted().joined(separator: " | "))
      }
      for (reminder, moment) in todo.acknowledged.sorted(by: { $0.key.text < $1.key.text }) {
        lines.append("  acknowledged: \(reminder.text) at \(moment.iso8601)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ value: FieldValue) -> String? {
    switch value {
    case .null: nil
    case .bool(let flag): String(flag)
    case .integer(let number): number == 0 ? nil : String(number)
    case .string(let text): text.isEmpty || text == "open" ? nil : text.debugDescription
    case .timestamp(let moment): moment.iso8601
    case .time(let time): time.iso8601 + (time.zone.map { " " + $0.text } ?? "")
    case .recurrence(let rule): rule.text + (rule.isFromCompletion ? " from completion" : "")
    case .set(let members):
      members.isEmpty ? nil : members.map(\.text).sorted().joined(separator: " | ")
    }
  }
}
