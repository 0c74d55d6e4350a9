/// The names of the fields in which a document holds a day with its time. The day has a field of its own, which other
/// programs know.
struct FirestoreTimeNames: Sendable {
  /// `2026-12-24`.
  let day: String
  /// `17:00`; missing for a day without a time.
  let time: String
  /// The IANA name; missing for a floating time.
  let zone: String

  /// - Parameter field: the name of the record's field.
  static func names(of field: String) -> FirestoreTimeNames {
    // A page of documents asks thousands of times.
    switch field {
    case "due": due
    case "start": start
    default: FirestoreTimeNames(of: field)
    }
  }

  private static let due = FirestoreTimeNames(of: "due")
  private static let start = FirestoreTimeNames(of: "start")

  private init(of field: String) {
    day = field == "due" ? "date" : field + "Date"
    time = field + "Time"
    zone = field + "Zone"
  }
}
