import Core

/// A component (RFC 5545 §3.6), with its lines and components in their original order.
struct CalendarComponent: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case line(ContentLine)
    case component(CalendarComponent)
  }

  /// In upper case: `VTODO`.
  let name: String
  let begin: ContentLine
  var items: [Item] = []
  var end: ContentLine

  init(_ name: String, _ items: [Item] = []) {
    self.name = name
    self.items = items
    begin = ContentLine("BEGIN", [], name)
    end = ContentLine("END", [], name)
  }

  private init(_ name: String, begin: ContentLine) {
    self.name = name
    self.begin = begin
    end = begin
  }

  /// The components of a text, which is one calendar or several in a row.
  ///
  /// Lines between calendars are left out.
  /// - Throws: ``CalendarFailure``.
  static func read(_ bytes: [UInt8]) throws(CalendarFailure) -> [CalendarComponent] {
    var whole: [CalendarComponent] = []
    var open: [CalendarComponent] = []
    var last = 1
    for (line, number) in try ContentLines.read(bytes) {
      last = number
      switch line.name {
      case "BEGIN":
        let name = line.componentName
        guard !open.isEmpty || name == "VCALENDAR" else { throw .noCalendar }
        guard open.count < CalendarLimits.depth else { throw .tooDeep(line: number) }
        open.append(CalendarComponent(name, begin: line))
      case "END":
        guard var done = open.popLast(), done.name == line.componentName else {
          throw whole.isEmpty && open.isEmpty ? .noCalendar : .unbalanced(line: number)
        }
        done.end = line
        if open.isEmpty {
          whole.append(done)
        } else {
          open[open.count - 1].items.append(.component(done))
        }
      default:
        guard !open.isEmpty else {
          if whole.isEmpty { throw .noCalendar }
          continue
        }
        open[open.count - 1].items.append(.line(line))
      }
    }
    guard open.isEmpty else { throw .unbalanced(line: last) }
    guard !whole.isEmpty else { throw .noCalendar }
    return whole
  }

  /// Appends the text.
  func write(to bytes: inout [UInt8]) {
    bytes += begin.raw
    for item in items {
      switch item {
      case .line(let line): bytes += line.raw
      case .component(let component): component.write(to: &bytes)
      }
    }
    bytes += end.raw
  }

  // MARK: What is inside

  var components: [CalendarComponent] {
    items.compactMap { if case .component(let component) = $0 { component } else { nil } }
  }

  func components(_ name: String) -> [CalendarComponent] {
    components.filter { $0.name == name }
  }

  var lines: [ContentLine] {
    items.compactMap { if case .line(let line) = $0 { line } else { nil } }
  }

  /// The lines of a property.
  /// - Parameter name: in upper case.
  func lines(_ name: String) -> [ContentLine] {
    lines.filter { $0.name == name }
  }

  // MARK: Changing it

  /// Replaces the first line of a name, and removes the other lines of that name.
  /// - Parameter line: nil only removes.
  mutating func set(_ name: String, _ line: ContentLine?) {
    let place = items.firstIndex { $0.isLine(name) }
    items.removeAll { $0.isLine(name) }
    guard let line else { return }
    if let place { items.insert(.line(line), at: place) } else { append(line) }
  }

  /// Adds a line after the last line, before the first component.
  mutating func append(_ line: ContentLine) { append([line]) }

  mutating func append(_ added: [ContentLine]) {
    guard !added.isEmpty else { return }
    let last = items.lastIndex { if case .line = $0 { true } else { false } }
    items.insert(contentsOf: added.map { Item.line($0) }, at: last.map { $0 + 1 } ?? 0)
  }

  /// Replaces the lines of a property, all in one pass: a stranger may have written any number of them.
  /// - Parameters:
  ///   - name: in upper case.
  ///   - change: gives the replacement of a line; nil removes the line.
  mutating func changeLines(_ name: String, _ change: (ContentLine) -> ContentLine?) {
    items = items.compactMap { (item: Item) -> Item? in
      guard case .line(let line) = item, line.name == name else { return item }
      return change(line).map { Item.line($0) }
    }
  }

  /// Does the same with the components of a name.
  /// - Parameter others: the replacements, one for each component, in order; nil removes the component.
  mutating func setComponents(_ name: String, _ others: [CalendarComponent?]) {
    var rest = others.makeIterator()
    items = items.compactMap { (item: Item) -> Item? in
      guard case .component(let component) = item, component.name == name,
        let other = rest.next()
      else { return item }
      return other.map { Item.component($0) }
    }
  }
}

extension CalendarComponent.Item {
  fileprivate func isLine(_ name: String) -> Bool {
    if case .line(let line) = self { line.name == name } else { false }
  }
}

extension ContentLine {
  /// The name after BEGIN or END.
  fileprivate var componentName: String {
    let value = parts.value.uppercased()
    return String(value.unicodeScalars.filter { $0 != " " && $0 != "\t" }.map(Character.init))
  }
}

extension CalendarComponent {
  /// Writes a moment to the second, and to the millisecond in a property of our own if it is not a whole second.
  mutating func write(_ moment: Timestamp?, _ name: String, exactly own: String) {
    set(name, moment.map { ContentLine(name, [], $0.iCalendar) })
    let exact = moment.flatMap { $0.milliseconds % 1000 == 0 ? nil : $0.iso8601 }
    set(own, exact.map { ContentLine(own, [], $0) })
  }
}
