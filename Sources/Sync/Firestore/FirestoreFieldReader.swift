import Basics
import Core

/// Reads the fields of a document by type. A field that is missing or null is nil; one of another
/// type is ``FirestoreDecodingError``, which names the field.
struct FirestoreFieldReader {
  let fields: [FirestoreDocument.Field]

  func string(_ name: String) throws(FirestoreDecodingError) -> String? {
    try read(name) { if case .string(let text) = $0 { text } else { nil } }
  }

  func requiredString(_ name: String) throws(FirestoreDecodingError) -> String {
    guard let text = try string(name) else {
      throw FirestoreDecodingError(detail: "\(name) is missing")
    }
    return text
  }

  func bool(_ name: String) throws(FirestoreDecodingError) -> Bool? {
    try read(name) { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  func integer(_ name: String) throws(FirestoreDecodingError) -> Int64? {
    try read(name) { if case .integer(let number) = $0 { number } else { nil } }
  }

  func timestamp(_ name: String) throws(FirestoreDecodingError) -> Timestamp? {
    try read(name) { if case .timestamp(let moment) = $0 { moment } else { nil } }
  }

  func day(_ name: String) throws(FirestoreDecodingError) -> CalendarDay? {
    try read(name) { if case .string(let text) = $0 { CalendarDay(iso8601: text) } else { nil } }
  }

  /// A field that other programs may not know and may use for something else. The reader treats a wrong type as a
  /// missing field. The field stays in the document until it is edited here.
  func loose(_ name: String) -> FirestoreValue { value(name) ?? .null }

  /// Only a fixed number of names is looked for, although a stranger may have written any number of fields.
  private func value(_ name: String) -> FirestoreValue? {
    for place in fields.indices.reversed() where fields[place].name == name {
      return fields[place].value
    }
    return nil
  }

  private func read<T>(_ name: String, as convert: (FirestoreValue) -> T?)
    throws(FirestoreDecodingError) -> T?
  {
    guard let value = value(name), value != .null else { return nil }
    guard let converted = convert(value) else {
      throw FirestoreDecodingError(detail: "\(name) is \(value.kind)")
    }
    return converted
  }
}
