/// The lines of a calendar as another program reads and writes them (RFC 5545 §3.1). It shares no code with the
/// program's own reading of calendars, which is tested with it.
public struct CalendarLines: Hashable, Sendable {
  /// Unfolded, without line ends.
  public var lines: [String]

  public init(_ lines: [String]) {
    self.lines = lines
  }

  public init(reading text: String) {
    var rows: [[UInt8]] = []
    for row in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let bytes = row.last == UInt8(ascii: "\r") ? Array(row.dropLast()) : Array(row)
      if let first = bytes.first, first == 0x20 || first == 0x09, !rows.isEmpty {
        rows[rows.count - 1] += bytes.dropFirst()
      } else {
        rows.append(bytes)
      }
    }
    lines = rows.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A new to-do.
  public init(uid: String, _ properties: [String]) {
    lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another//Program//EN", "BEGIN:VTODO"]
      + ["UID:" + uid, "DTSTAMP:20260101T000000Z", "CREATED:20260101T000000Z"] + properties + [
        "END:VTODO", "END:VCALENDAR",
      ]
  }

  /// - Parameter width: the maximum bytes of a line; a fold never splits a character.
  public func text(width: Int = 75) -> String {
    var text = ""
    for line in lines {
      var length = 0
      for scalar in line.unicodeScalars {
        let size = UTF8.width(scalar)
        if length + size > width {
          text += "\r\n "
          length = 1
        }
        text.unicodeScalars.append(scalar)
        length += size
      }
      text += "\r\n"
    }
    return text
  }

  /// The indices of the to-do's own lines.
  private var own: [Int] {
    var depth = 0
    return lines.indices.filter { index in
      if lines[index].hasPrefix("END:") { depth -= 1 }
      defer { if lines[index].hasPrefix("BEGIN:") { depth += 1 } }
      return depth == 2
    }
  }

  private func index(of name: String) -> Int? {
    own.first { lines[$0].hasPrefix(name + ":") || lines[$0].hasPrefix(name + ";") }
  }

  /// The value of the to-do's property; nil if it has none.
  public subscript(_ name: String) -> String? {
    get {
      guard let index = index(of: name), let colon = lines[index].firstIndex(of: ":") else {
        return nil
      }
      return Self.unescaped(lines[index][colon...].dropFirst())
    }
    set {
      let line = newValue.map { name + ":" + Self.escaped($0) }
      if let index = index(of: name) {
        lines.replaceSubrange(index...index, with: line.map { [$0] } ?? [])
      } else if let line, let first = lines.firstIndex(of: "BEGIN:VTODO") {
        lines.insert(line, at: first + 1)
      }
    }
  }

  /// The lines that only another program knows, which begin with `X-OTHER`, each with its component.
  public var others: [String] {
    var open: [Substring] = []
    var found: [String] = []
    for line in lines {
      if line.hasPrefix("BEGIN:") { open.append(line.dropFirst(6)) }
      if line.hasPrefix("END:") { _ = open.popLast() }
      if line.hasPrefix("X-OTHER") { found.append(open.joined(separator: "/") + " " + line) }
    }
    return found.sorted()
  }

  private static func escaped(_ text: String) -> String {
    String(
      text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
        switch scalar {
        case "\\", ";", ",": result.append(contentsOf: ["\\", scalar])
        case "\n": result.append(contentsOf: ["\\", "n"])
        default: result.append(scalar)
        }
      })
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        result.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
