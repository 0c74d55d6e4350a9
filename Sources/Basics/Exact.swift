import Glibc

/// A value with text in it that is compared by its UTF-8 bytes.
///
/// Swift compares texts by canonical equivalence: “é” as one scalar equals “e” with a combining accent
/// (https://unicode.org/reports/tr15/). Servers and SQLite compare bytes and keep both. Data from outside is compared
/// in the same way.
public protocol ExactlyComparable: Sendable {
  /// Whether both consist of the same bytes.
  func isExactly(_ other: Self) -> Bool

  /// Feeds the bytes to a hasher.
  func hashExactly(into hasher: inout Hasher)
}

extension String: ExactlyComparable {
  public func isExactly(_ other: String) -> Bool {
    let isEqual = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { others in
        guard own.count == others.count else { return false }
        guard let first = own.baseAddress, let second = others.baseAddress else { return true }
        return memcmp(first, second, own.count) == 0
      }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  public func hashExactly(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Never occurs in UTF-8, so two adjacent texts cannot be taken for one.
    hasher.combine(UInt8(0xFF))
  }

  /// Whether this text sorts before another by their bytes, which is SQLite's order.
  public func precedesExactly(_ other: String) -> Bool {
    let precedes = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { others in
        guard let first = own.baseAddress, let second = others.baseAddress else {
          return own.count < others.count
        }
        let order = memcmp(first, second, min(own.count, others.count))
        return order == 0 ? own.count < others.count : order < 0
      }
    }
    return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Whether the text begins with the bytes of another one.
  public func hasExactPrefix(_ prefix: String) -> Bool {
    let begins = utf8.withContiguousStorageIfAvailable { own in
      prefix.utf8.withContiguousStorageIfAvailable { others in
        guard own.count >= others.count else { return false }
        guard let first = own.baseAddress, let second = others.baseAddress else { return true }
        return memcmp(first, second, others.count) == 0
      }
    }
    return (begins ?? nil) ?? utf8.starts(with: prefix.utf8)
  }

  /// Whether the text ends with the bytes of another one.
  public func hasExactSuffix(_ suffix: String) -> Bool {
    let ends = utf8.withContiguousStorageIfAvailable { own in
      suffix.utf8.withContiguousStorageIfAvailable { others in
        guard own.count >= others.count else { return false }
        guard let first = own.baseAddress, let second = others.baseAddress else { return true }
        return memcmp(first + (own.count - others.count), second, others.count) == 0
      }
    }
    return (ends ?? nil) ?? utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// The rest after a prefix; nil if the text does not begin with these bytes.
  public func dropping(exactPrefix prefix: String) -> String? {
    guard hasExactPrefix(prefix) else { return nil }
    return String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  /// Whether an ASCII character occurs, even if a combining mark follows and makes it another `Character`.
  public func containsExactly(_ character: Unicode.Scalar) -> Bool {
    unicodeScalars.contains(character)
  }

  /// The parts between all occurrences of an ASCII character, empty ones included; see
  /// ``containsExactly(_:)``.
  /// - Parameter most: how many splits to make at most.
  public func splitExactly(at character: Unicode.Scalar, most: Int = .max) -> [String] {
    unicodeScalars.split(separator: character, maxSplits: most, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
  }
}

extension Optional: ExactlyComparable where Wrapped: ExactlyComparable {
  public func isExactly(_ other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let first?, let second?): first.isExactly(second)
    default: false
    }
  }

  public func hashExactly(into hasher: inout Hasher) {
    hasher.combine(self == nil)
    self?.hashExactly(into: &hasher)
  }
}

/// Makes a text property compare by its bytes when the values that contain it are compared.
///
/// Reading the property gives a plain string, whose `==` is Swift's own. Compare such strings with
/// ``Swift/String/isExactly(_:)``.
@propertyWrapper
public struct Exact<Value: ExactlyComparable>: Hashable, Sendable {
  public var wrappedValue: Value

  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  public static func == (a: Exact, b: Exact) -> Bool { a.wrappedValue.isExactly(b.wrappedValue) }

  public func hash(into hasher: inout Hasher) { wrappedValue.hashExactly(into: &hasher) }
}

/// Text as a dictionary key or set element, compared by its bytes.
public typealias ExactText = Exact<String>

extension Exact where Value == String {
  public init(_ text: String) {
    self.init(wrappedValue: text)
  }

  public var text: String { wrappedValue }
}

extension Exact: ExpressibleByStringLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByUnicodeScalarLiteral
where Value == String {
  public init(stringLiteral text: String) {
    self.init(wrappedValue: text)
  }
}

extension Exact: Codable where Value: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
