import Foundation
import XCTest

@testable import Command

/// The documents that describe the JSON of the commands have every field of it, and no other.
final class DocumentedFieldsTests: XCTestCase {
  /// The fields in the sources, by the heading below which a document describes them.
  private static var fields: [String: Set<String>] {
    [
      "To-dos": names(TodoRecord.CodingKeys.self),
      "Lists": names(ListRecord.CodingKeys.self),
      "Tags": names(TagRecord.CodingKeys.self),
      "Accounts": names(AccountRecord.CodingKeys.self),
    ]
  }

  private static func names<Key: CodingKey & CaseIterable>(_ keys: Key.Type) -> Set<String> {
    Set(keys.allCases.map { $0.stringValue })
  }

  /// Reads a document's part with the title “JSON”.
  /// - Parameters:
  ///   - part: how a line begins that has the title of a part.
  ///   - heading: the same for the parts of that part.
  ///   - fields: the fields that a line describes.
  /// - Returns: the described fields by their heading.
  private static func described(
    in path: String, part: String, heading: String, fields: (String) -> [String]
  ) throws -> [String: Set<String>] {
    let project = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let text = try String(contentsOfFile: project + "/" + path, encoding: .utf8)
    var described: [String: Set<String>] = [:]
    var isJSON = false
    var title = ""
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix(part) {
        isJSON = line == part + "JSON"
      } else if isJSON, line.hasPrefix(heading) {
        title = String(line.dropFirst(heading.count))
      } else if isJSON {
        for field in fields(line) { described[title, default: []].insert(field) }
      }
    }
    return described
  }

  private func check(_ described: [String: Set<String>], _ path: String) {
    XCTAssertEqual(described.keys.sorted(), Self.fields.keys.sorted(), path)
    for (title, names) in Self.fields {
      XCTAssertEqual(described[title, default: []].sorted(), names.sorted(), "\(path): \(title)")
    }
  }

  /// The first column of its tables has the fields as code.
  func testTheDocumentHasEveryField() throws {
    let path = "docs/command-line.md"
    let described = try Self.described(in: path, part: "## ", heading: "### ") { line in
      guard line.hasPrefix("| `") else { return [] }
      let column = line.split(separator: "|")[0]
      let parts = column.split(separator: "`", omittingEmptySubsequences: false)
      return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }
    check(described, path)
  }

  /// Its lists have the fields as tags.
  func testTheManualPageHasEveryField() throws {
    let path = "data/command-line/optimist.mdoc.in"
    let described = try Self.described(in: path, part: ".Sh ", heading: ".Ss ") { line in
      let tag = ".It Li "
      return line.hasPrefix(tag) ? line.dropFirst(tag.count).components(separatedBy: " , ") : []
    }
    check(
      Dictionary(
        uniqueKeysWithValues: described.map {
          ($0.key.replacingOccurrences(of: "\\-", with: "-"), $0.value)
        }), path)
  }
}
