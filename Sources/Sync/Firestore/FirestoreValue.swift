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
  /// An array; elements that are not texts are left out.
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

extension FirestoreValue {
  /// Writes it as a document holds it.
  /// - Throws: ``SyncError/protocolViolation(detail:)`` for a time that RFC 3339 cannot express and for a type that
  ///   records do not use.
  func write(to writer: inout JSONWriter) throws(SyncError) {
    try writer.object { (writer) throws(SyncError) in
      writer.name(kind)
      switch self {
      case .null: writer.null()
      case .bool(let value): writer.bool(value)
      // Not every JSON parser represents 64-bit integers, so the API takes them as strings.
      case .integer(let value): writer.text(String(value))
      case .string(let value): writer.text(value)
      case .timestamp(let value):
        guard let text = RFC3339.format(value) else { throw Self.unwritable }
        writer.text(text)
      case .texts(let texts):
        try writer.object { (writer) throws(SyncError) in
          writer.name(Self.values)
          try writer.array { (writer) throws(SyncError) in
            for text in texts { try FirestoreValue.string(text).write(to: &writer) }
          }
        }
      case .other: throw Self.unwritable
      }
    }
  }

  private static let unwritable = SyncError.protocolViolation(detail: "request cannot be written")
  private static let values = "values"
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
    case "nullValue" where reader.isNull:
      try reader.skip()
      return (.null, nil)
    case "booleanValue" where reader.isBool:
      return (.bool(try reader.bool()), nil)
    case "integerValue" where reader.isText:
      return (Int64(try reader.text()).map(FirestoreValue.integer), nil)
    case "stringValue" where reader.isText:
      return (.string(try reader.text()), nil)
    case "timestampValue" where reader.isText:
      let text = try reader.text()
      return (RFC3339.parse(text).map(FirestoreValue.timestamp), text)
    case "arrayValue" where reader.isObject:
      return (.texts(try texts(&reader)), nil)
    case "nullValue", "arrayValue", "booleanValue", "integerValue", "stringValue", "timestampValue":
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
      guard member == values, reader.isArray else { return try reader.skip() }
      try reader.array { (reader) throws(JSONReader.Failure) in
        guard reader.isObject else { return try reader.skip() }
        try reader.object { (reader, kind) throws(JSONReader.Failure) in
          guard kind == "stringValue", reader.isText else { return try reader.skip() }
          texts.append(try reader.text())
        }
      }
    }
    return texts
  }

  private static let malformed = FirestoreValue.other(kind: "malformed")
}
