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
    case .other(let kind): kind
    }
  }
}

extension FirestoreValue: Codable {
  private struct Kind: CodingKey {
    static let null = Kind("nullValue")
    static let bool = Kind("booleanValue")
    static let integer = Kind("integerValue")
    static let string = Kind("stringValue")
    static let timestamp = Kind("timestampValue")

    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not exactly one kind of value"))
    }
    func malformed() -> DecodingError {
      .dataCorruptedError(
        forKey: kind, in: container, debugDescription: "malformed \(kind.stringValue)")
    }
    switch kind.stringValue {
    case Kind.null.stringValue:
      guard try container.decodeNil(forKey: kind) else { throw malformed() }
      self = .null
    case Kind.bool.stringValue:
      self = .bool(try container.decode(Bool.self, forKey: kind))
    case Kind.integer.stringValue:
      // Not every JSON parser represents 64-bit integers, so the API writes them as strings.
      guard let number = Int64(try container.decode(String.self, forKey: kind)) else {
        throw malformed()
      }
      self = .integer(number)
    case Kind.string.stringValue:
      self = .string(try container.decode(String.self, forKey: kind))
    case Kind.timestamp.stringValue:
      guard let moment = RFC3339.parse(try container.decode(String.self, forKey: kind)) else {
        throw malformed()
      }
      self = .timestamp(moment)
    default:
      self = .other(kind: kind.stringValue)
    }
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
    case .other(let kind):
      throw EncodingError.invalidValue(
        kind, .init(codingPath: encoder.codingPath, debugDescription: "not a value of records"))
    }
  }
}
