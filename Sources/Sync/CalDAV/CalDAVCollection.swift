import Basics
import Core
import FoundationEssentials

/// A calendar for to-dos, which is a list.
struct CalDAVCollection: Sendable {
  static let properties: [XMLName] = [
    .resourceType, .displayName, .components, .privileges, .colour, .order, .ctag,
    .supportedReports, .owner, .currentUserPrincipal,
  ]

  /// For a first round, which lists everything whatever the ctag is. It asks for the sync token instead: with a token,
  /// the next round needs no listing (RFC 6578 §4). A server may have to read every to-do for either of them.
  static let firstProperties = properties.filter { $0 != .ctag } + [.syncToken]

  /// For a round that lists a known calendar completely. With both, the next round asks for nothing more.
  static let listingProperties = properties + [.syncToken]

  let path: DAVPath
  let list: ListID
  let properties: DAVProperties

  /// Changes when a visible property of the list changes, or whether it is read-only or another person's. It takes the
  /// place of an ETag, which a collection does not have.
  var tag: String {
    Self.tag(
      name: properties.displayName, colour: properties.colour, order: properties.order,
      isReadOnly: !properties.canWrite, isForeign: properties.isForeign)
  }

  static func tag(
    name: String?, colour: String?, order: Int?, isReadOnly: Bool = false, isForeign: Bool
  ) -> String {
    var bytes =
      Array((name ?? "").utf8) + [0] + Array((colour ?? "").utf8)
      + (order.map { [0, 2] + Array(String($0).utf8) } ?? []) + (isReadOnly ? [0, 1] : [])
    if isForeign { bytes += [0, 3] }
    return "props " + StableHash.hex(bytes) + StableHash.hex(bytes, salt: .max)
  }

  /// The name of the list; without one on the server, the last segment of the path.
  var name: String {
    let given = properties.displayName ?? ""
    return given.isEmpty ? path.name ?? list.rawValue : given
  }

  /// The record for a listing.
  /// - Parameter position: the sort key that the list has here; nil if it is new.
  func record(knownAt position: String?) -> RemoteRecord {
    record(as: tag, keeping: [:], except: [], knownAt: position)
  }

  /// The record for reading by name, after a write that may or may not have arrived.
  ///
  /// Fields that a calendar does not show exist only here. A write of nothing else leaves the visible properties, and
  /// so ``tag``, as they were, so no such write can be outstanding: it counts as arrived, and the record gets a version
  /// that differs from the known one.
  /// - Parameters:
  ///   - known: the known version; the record gets a different one.
  ///   - fields: the fields that the list has here.
  ///   - rejected: the fields that the server has not accepted; they too keep their values from here.
  func record(after known: String?, keeping fields: RecordFields, except rejected: Set<String>)
    -> RemoteRecord
  {
    var position: String?
    if case .string(let key)? = fields["position"] { position = key }
    return record(
      as: known.isExactly(tag) ? Self.again + tag : tag, keeping: fields, except: rejected,
      knownAt: position)
  }

  private func record(
    as version: String, keeping kept: RecordFields, except rejected: Set<String>,
    knownAt position: String?
  ) -> RemoteRecord {
    var fields = kept
    if !rejected.contains("position"), let new = self.position(knownAt: position) {
      fields["position"] = .string(new)
    }
    fields["name"] = .string(name)
    if !rejected.contains("colour"), let colour = properties.colour {
      fields["colour"] = CalDAVColour.field(colour).map(FieldValue.string) ?? .null
    }
    return RemoteRecord(
      key: RecordKey(kind: .list, id: list.rawValue), state: .live(fields),
      version: RecordVersion(
        tag: version,
        resource: RemoteResource(
          path: path.text, etag: tag, text: nil, isReadOnly: !properties.canWrite,
          isForeign: properties.isForeign)))
  }

  /// The sort key to store; nil if the known one is of the same second.
  ///
  /// Without `calendar-order`, the key follows from the name in the path, so that it is the same on every device until
  /// somebody moves the list.
  private func position(knownAt known: String?) -> String? {
    if let order = properties.order {
      return known.flatMap(CalendarOrder.number) == Int64(order)
        ? nil : CalendarOrder.key(Int64(order))
    }
    guard known == nil else { return nil }
    let name = Array((path.name ?? "").lowercased().utf8)
    let seconds = (0..<3).reduce(Int64(0)) { $0 << 8 + Int64($1 < name.count ? name[$1] : 0) }
    let rest = (UInt64(StableHash.hex(name), radix: 16) ?? 0) % 1000
    return CalendarOrder.key(seconds, milliseconds: Int64(rest))
  }

  private static let again = "again "

  /// The ``tag`` in a version.
  static func shown(in version: String) -> String {
    version.dropping(exactPrefix: again) ?? version
  }

  /// Whether nothing but to-dos can be in it, so that it may be deleted with the list.
  var isForTodosOnly: Bool { properties.components == ["VTODO"] }

  var hasSyncReport: Bool { properties.reports?.contains(.dav("sync-collection")) == true }

  // MARK: Names

  /// The list of a calendar of which nothing is known here. A list that this program made keeps its identifier, because
  /// that is the last segment of the path. Any other list gets one made of account and path, the same on every device.
  static func list(at path: DAVPath, of account: AccountID) -> ListID {
    let parts = (path.name ?? "").splitExactly(at: numberMark)
    if isOurs(parts[0]), parts.count == 1 || parts.count == 2 && Int(parts[1]) != nil {
      return ListID(rawValue: parts[0])
    }
    return unnamedList(at: path, of: account)
  }

  /// The list of a calendar whose path does not contain the list's identifier.
  static func unnamedList(at path: DAVPath, of account: AccountID) -> ListID {
    let bytes = Array(account.rawValue.utf8) + [0] + Array(path.asCollection.text.utf8)
    return ListID(rawValue: CalDAVNames.identifier(of: bytes))
  }

  /// The last segments that the path of a list made here may have, in the order in which they are tried. The numbered
  /// ones are for lists that were deleted and are made again, on a server whose trash keeps the earlier paths.
  static func segments(of list: ListID) -> [String] {
    let first =
      CalDAVNames.isPlain(list.rawValue)
      ? list.rawValue : CalDAVNames.identifier(of: Array(list.rawValue.utf8))
    return [first] + (2...mostSegments).map { first + String(numberMark) + String($0) }
  }

  private static let mostSegments = 20
  /// Separates the identifier from the number. An identifier that is used in such a path does not contain it.
  static let numberMark: Unicode.Scalar = "_"

  private static func isOurs(_ name: String) -> Bool {
    UUID(uuidString: name) != nil || name.hasExactPrefix("first-") && CalDAVNames.isPlain(name)
  }
}

extension DAVPath {
  /// Whether it is one of the numbered paths of a list, see ``CalDAVCollection/segments(of:)``.
  func isNumbered(after list: ListID) -> Bool {
    name?.hasExactPrefix(list.rawValue + String(CalDAVCollection.numberMark)) == true
  }
}

/// Names of resources that every server takes.
enum CalDAVNames {
  /// Letters, digits, hyphens and underscores, at most 100: some servers use the names as file names.
  static func isPlain(_ name: String) -> Bool {
    (1...100).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  /// An identifier in the form of a UUID; the same bytes always give the same one.
  static func identifier(of bytes: [UInt8]) -> String {
    let digits = Array((StableHash.hex(bytes) + StableHash.hex(bytes, salt: .max)).utf8)
    var text: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Converts between the colours of calendars, `#RRGGBB` with or without two more digits, and those of lists.
enum CalDAVColour {
  /// GNOME's palette, the third of the five shades of each (https://developer.gnome.org/hig/reference/palette.html).
  private static let palette = [
    "blue": "#3584e4", "green": "#33d17a", "yellow": "#f6d32d", "orange": "#ff7800",
    "red": "#e01b24", "purple": "#9141ac", "brown": "#986a44", "grey": "#9a9996",
  ]

  /// The field of a list; nil for a text that is not a colour.
  static func field(_ text: String) -> String? {
    let colour = String(decoding: text.utf8.prefix(7), as: UTF8.self).lowercased()
    if let named = palette.first(where: { $0.value == colour }) { return named.key }
    return ListAppearanceRules.isColour(colour) ? colour : nil
  }

  /// The property of a calendar; nil for a text that is not a colour.
  static func property(_ field: String) -> String? {
    palette[field] ?? (ListAppearanceRules.isColour(field) ? field : nil)
  }
}
