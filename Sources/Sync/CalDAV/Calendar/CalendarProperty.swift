import Basics
import CIcal
import Core

/// A content line as libical reads it.
struct CalendarProperty {
  /// The values: a text without its escapes, anything else as libical writes it.
  let values: [String]
  private let parameters: [String: String]

  /// Nil if libical cannot read the line.
  init?(_ line: ContentLine) {
    CalendarText.errorsAreValues
    guard !Self.lists.contains(line.name) || line.raw.count <= CalendarLimits.listBytes else {
      return nil
    }
    if line.name == "CATEGORIES" {
      // libical treats a comma between quotation marks as part of the text.
      let written = CalendarText.split(line.parts.value)
      guard written.count < CalendarLimits.listValues else { return nil }
      values = written.compactMap {
        CalendarProperty(ContentLine("COMMENT", [], $0))?.values.first
      }
      parameters = [:]
      return
    }
    // The parser needs a component around the line.
    var bytes = Array("BEGIN:VTODO\r\n".utf8)
    let isText = Self.texts.contains(line.name)
    let guarded = line.forLibical(guardedBy: isText ? Self.guardByte : nil)
    bytes += guarded.bytes
    bytes += Array("END:VTODO\r\n\0".utf8)
    let component = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { icalparser_parse_string($0.baseAddress) }
    }
    guard let component else { return nil }
    defer { icalcomponent_free(component) }
    var values: [String] = []
    var parameters: [String: String] = [:]
    var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = next {
      next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
      guard icalproperty_isa(property) != ICAL_XLICERROR_PROPERTY,
        let value = CalendarProperty.value(of: property)
      else { continue }
      values.append(value)
      if values.count == 1 { parameters = CalendarProperty.parameters(of: property) }
    }
    guard (1..<CalendarLimits.listValues).contains(values.count) else { return nil }
    if guarded.isGuarded {
      values[0] = String(values[0].unicodeScalars.dropFirst())
      values[values.count - 1] = String(values[values.count - 1].unicodeScalars.dropLast())
    }
    self.values = values
    self.parameters = parameters
  }

  /// A parameter's value without quotation marks.
  /// - Parameter name: in upper case.
  func parameter(_ name: String) -> String? { parameters[name] }

  /// The first value as a date or time without a zone, or in UTC.
  var clock: CalendarTime? { values.first.flatMap { CalendarTime(iCalendar: $0[...]) } }

  /// Properties whose values people write.
  private static let texts: Set<String> = ["SUMMARY", "DESCRIPTION", "COMMENT"]
  private static let guardByte = UInt8(ascii: ".")
  /// Properties that may have several values on a line.
  private static let lists: Set<String> = ["CATEGORIES", "EXDATE", "RDATE"]
  private static let parameterNames = ["TZID", "RELTYPE", "RELATED", "VALUE"]

  private static func value(of property: OpaquePointer) -> String? {
    guard let value = icalproperty_get_value(property) else { return nil }
    switch icalvalue_isa(value) {
    case ICAL_TEXT_VALUE: return icalvalue_get_text(value).map { String(cString: $0) }
    case ICAL_URI_VALUE: return icalvalue_get_uri(value).map { String(cString: $0) }
    default: return CalendarText.taken(icalvalue_as_ical_string_r(value))
    }
  }

  private static func parameters(of property: OpaquePointer) -> [String: String] {
    var values: [String: String] = [:]
    for name in parameterNames {
      values[name] = CalendarText.taken(icalproperty_get_parameter_as_string_r(property, name))
    }
    return values
  }
}

extension CalendarComponent {
  /// The first line of a property that can be read.
  func property(_ name: String) -> CalendarProperty? {
    lines(name).lazy.compactMap { CalendarProperty($0) }.first
  }

  /// The first value of a property.
  func value(_ name: String) -> String? { property(name)?.values.first }

  /// A moment in UTC. A time without a zone is taken for UTC too, so that it is the same everywhere; a day begins at
  /// midnight.
  func moment(_ name: String) -> Timestamp? {
    property(name)?.clock?.moment(local: .utc)
  }
}
