import CIcal
import XCTest

@testable import Sync

/// Compares two texts of a resource property by property as libical sees them, and line by line as they are written.
struct CalendarComparison {
  /// The properties that may differ, by their names. Those of every edit are added.
  let allowed: Set<String>
  /// Whether components may come or go as well.
  var allowsComponents = false

  static let ofEveryEdit: Set<String> = [
    "SEQUENCE", "LAST-MODIFIED", "DTSTAMP", OwnProperty.modified, OwnProperty.created,
  ]

  func check(
    _ old: CalendarResource, _ new: CalendarResource, _ what: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let before = try lines(old)
    let after = try lines(new)
    let properties = (properties(old.text), properties(new.text))
    if allowsComponents {
      XCTAssertTrue(before.isSubsequence(of: after), "\(what): lines", file: file, line: line)
      XCTAssertTrue(
        properties.0.isSubsequence(of: properties.1), "\(what): properties", file: file, line: line)
    } else {
      XCTAssertEqual(before, after, "\(what): lines", file: file, line: line)
      XCTAssertEqual(properties.0, properties.1, "\(what): properties", file: file, line: line)
    }
  }

  /// The lines as they are written, folds included, but for those that may differ.
  private func lines(_ resource: CalendarResource) throws -> [String] {
    try ContentLines.read(Array(resource.text.utf8)).map(\.line)
      .filter { !allowed.contains($0.name) && !Self.ofEveryEdit.contains($0.name) }
      .map { String(decoding: $0.raw, as: UTF8.self) }
  }

  private func properties(_ text: String) -> [String] {
    guard let root = icalparser_parse_string(text) else { return ["not read"] }
    defer { icalcomponent_free(root) }
    return properties(of: root, path: "")
  }

  private func properties(of component: OpaquePointer, path: String) -> [String] {
    var found: [String] = []
    let kind = icalcomponent_kind_to_string(icalcomponent_isa(component))
    let path = path + "/" + (kind.map { String(cString: $0) } ?? "")
    var property = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let present = property {
      let name = CalendarText.taken(icalproperty_get_property_name_r(present)) ?? ""
      let text = CalendarText.taken(icalproperty_as_ical_string_r(present)) ?? ""
      // A line that libical cannot read is compared as a line.
      let isError = icalproperty_isa(present) == ICAL_XLICERROR_PROPERTY
      if !isError, !allowed.contains(name), !Self.ofEveryEdit.contains(name) {
        found.append(path + " " + text)
      }
      property = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
    var inner = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
    while let present = inner {
      found += properties(of: present, path: path)
      inner = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
    }
    return found
  }
}

extension [String] {
  fileprivate func isSubsequence(of other: [String]) -> Bool {
    var rest = other[...]
    for element in self {
      guard let place = rest.firstIndex(where: { $0.utf8.elementsEqual(element.utf8) }) else {
        return false
      }
      rest = rest[(place + 1)...]
    }
    return true
  }
}
