import Basics
import Core

/// One `Value` of the Firestore REST API
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/Value), as far as records use it.
enum FirestoreValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case string(String)
  case timestamp(Timestamp)
  /// An array; what is no text in it is left out.
  case texts([String])
  /// A type that records do not use; other clients may store such fields in a document.
  case other(kind: String)

  /// The API's name of the value's type, such as `stringValue`.
  var kind: String {
    switch self {
    case .null: "nullValue"
    case .bool: "booleanValue"
    case .integer: "integerValue"
    case .string: "stringValue"
    case .timestamp: "timestampValue"
    case .texts: "arrayValue"
    case .other(let kind): kind
    }
  }
}

extension FirestoreValue: Encodable {
  private struct Kind: CodingKey {
    static let null = Kind("nullValue")
    static let bool = Kind("booleanValue")
    static let integer = Kind("integerValue")
    static let string = Kind("stringValue")
    static let timestamp = Kind("timestampValue")
    static let array = Kind("arrayValue")
    static let values = Kind("values")

    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    switch self {
    case .null: try container.encodeNil(forKey: .null)
    case .bool(let value): try container.encode(value, forKey: .bool)
    case .integer(let value): try container.encode(String(value), forKey: .integer)
    case .string(let value): try container.encode(value, forKey: .string)
    case .timestamp(let value):
      guard let text = RFC3339.format(value) else {
        throw EncodingError.invalidValue(
          value, .init(codingPath: encoder.codingPath, debugDescription: "year not in 1…9999"))
      }
      try container.encode(text, forKey: .timestamp)
    case .texts(let texts):
      var array = container.nestedContainer(keyedBy: Kind.self, forKey: .array)
      try array.encode(texts.map(FirestoreValue.string), forKey: .values)
    case .other(let kind):
      throw EncodingError.invalidValue(
        kind, .init(codingPath: encoder.codingPath, debugDescription: "not a value of records"))
    }
  }
}

extension FirestoreValue {
  /// Reads a value of a document. One that cannot be read gets a type that no record uses, so that other fields
  /// and documents can still be read.
  /// - Returns: also its text, if it is a time.
  static func read(_ reader: inout JSONReader) throws(JSONReader.Failure) -> (
    value: FirestoreValue, text: String?
  ) {
    var found: FirestoreValue?
    var text: String?
    var members = 0
    guard reader.isObject else {
      try reader.skip()
      return (.malformed, nil)
    }
    try reader.object { (reader, kind) throws(JSONReader.Failure) in
      members += 1
      (found, text) = try read(kind, &reader)
    }
    return members == 1 ? (found ?? .malformed, text) : (.malformed, nil)
  }

  private static func read(_ kind: String, _ reader: inout JSONReader)
    throws(JSONReader.Failure) -> (FirestoreValue?, String?)
  {
    switch kind {
    case Kind.null.stringValue where reader.isNull:
      try reader.skip()
      return (.null, nil)
    case Kind.bool.stringValue where reader.isBool:
      return (.bool(try reader.bool()), nil)
    case Kind.integer.stringValue where reader.isText:
      // Not every JSON parser represents 64-bit integers, so the API writes them as strings.
      return (Int64(try reader.text()).map(FirestoreValue.integer), nil)
    case Kind.string.stringValue where reader.isText:
      return (.string(try reader.text()), nil)
    case Kind.timestamp.stringValue where reader.isText:
      let text = try reader.text()
      return (RFC3339.parse(text).map(FirestoreValue.timestamp), text)
    case Kind.array.stringValue where reader.isObject:
      return (.texts(try texts(&reader)), nil)
    case Kind.null.stringValue, Kind.array.stringValue, Kind.bool.stringValue,
      Kind.integer.stringValue,
      Kind.string.stringValue, Kind.timestamp.stringValue:
      try reader.skip()
      return (nil, nil)
    default:
      try reader.skip()
      return (.other(kind: kind), nil)
    }
  }

  /// An array cannot stand in an array (https://firebase.google.com/docs/firestore/manage-data/data-types).
  private static func texts(_ reader: inout JSONReader) throws(JSONReader.Failure) -> [String] {
    var texts: [String] = []
    try reader.object { (reader, member) throws(JSONReader.Failure) in
      guard member == Kind.values.stringValue, reader.isArray else { return try reader.skip() }
      try reader.array { (reader) throws(JSONReader.Failure) in
        guard reader.isObject else { return try reader.skip() }
        try reader.object { (reader, kind) throws(JSONReader.Failure) in
          guard kind == Kind.string.stringValue, reader.isText else { return try reader.skip() }
          texts.append(try reader.text())
        }
      }
    }
    return texts
  }

  private static let malformed = FirestoreValue.other(kind: "malformed")
}
