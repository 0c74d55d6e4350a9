import Basics
import Core
import Foundation
import Sync

/// The part of Firestore's REST JSON that a simulated server needs.
enum FirestoreWire {
  // MARK: Bodies

  static func object(_ body: Data?) -> [String: Any] {
    object(body.flatMap { try? JSONSerialization.jsonObject(with: $0) })
  }

  static func object(_ value: Any?) -> [String: Any] { value as? [String: Any] ?? [:] }

  /// The values with which a query compares fields.
  static func filters(_ query: [String: Any]) -> [String: String] {
    let condition = object(query["where"])
    let all = object(condition["compositeFilter"])["filters"] as? [[String: Any]] ?? [condition]
    var values: [String: String] = [:]
    for filter in all.map({ object($0["fieldFilter"]) }) {
      guard let name = object(filter["field"])["fieldPath"] as? String else { continue }
      let value = object(filter["value"])
      values[name] = value["stringValue"] as? String ?? value["timestampValue"] as? String
    }
    return values
  }

  static func answer(_ value: Any) -> HTTPResponse {
    var body: [UInt8] = []
    write(value, to: &body)
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"], body: Data(body))
  }

  /// Appends a value as JSON, with the keys of each object sorted.
  ///
  /// `JSONSerialization` took an eighth of a simulation's time, mostly for sorting keys by the rules of a language.
  private static func write(_ value: Any, to body: inout [UInt8]) {
    switch value {
    case let text as String: write(text, to: &body)
    case let object as [String: Any]:
      body.append(UInt8(ascii: "{"))
      for (index, member) in object.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { body.append(UInt8(ascii: ",")) }
        write(member.key, to: &body)
        body.append(UInt8(ascii: ":"))
        write(member.value, to: &body)
      }
      body.append(UInt8(ascii: "}"))
    case let array as [Any]:
      body.append(UInt8(ascii: "["))
      for (index, element) in array.enumerated() {
        if index > 0 { body.append(UInt8(ascii: ",")) }
        write(element, to: &body)
      }
      body.append(UInt8(ascii: "]"))
    default:
      let rest = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      body.append(contentsOf: rest ?? Data("null".utf8))
    }
  }

  private static func write(_ text: String, to body: inout [UInt8]) {
    body.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        body.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0..<0x20:
        body.append(
          contentsOf: Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8))
      default: body.append(byte)
      }
    }
    body.append(UInt8(ascii: "\""))
  }

  static func error(_ status: Int, _ code: String, retryAfter: Duration? = nil) -> HTTPResponse {
    let error: [String: Any] = ["code": status, "status": code, "message": "simulated"]
    var headers = ["Content-Type": "application/json"]
    if let retryAfter { headers["Retry-After"] = "\(retryAfter.components.seconds)" }
    let body = (try? JSONSerialization.data(withJSONObject: ["error": error])) ?? Data()
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  /// The answer of something between a client and the server.
  static func page(_ status: Int, retryAfter: Duration?) -> HTTPResponse {
    var headers = ["Content-Type": "text/html"]
    if let retryAfter { headers["Retry-After"] = "\(retryAfter.components.seconds)" }
    return HTTPResponse(status: status, headers: headers, body: Data("<html>".utf8))
  }

  // MARK: Times

  /// The time of the first version, close to that at which a ``ManualClock`` begins.
  private static let beginning: Int64 = 1_799_990_000_000
  /// The time between two versions.
  private static let step: Int64 = 7_000

  static func time(ofVersion version: Int64, earlier steps: Int64 = 0) -> String {
    format(beginning + (version - steps) * step)
  }

  static func version(of time: String) -> Int64? {
    parse(time).map(version(ofMilliseconds:))
  }

  static func version(ofMilliseconds time: Int64) -> Int64 { (time - beginning) / step }

  /// The same moment in the format of ``time(ofVersion:earlier:)``.
  static func normal(_ time: String) -> String { parse(time).map(format) ?? time }

  static func format(_ milliseconds: Int64) -> String {
    let second = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    var time = time_t(second)
    var parts = tm()
    gmtime_r(&time, &parts)
    func digits(_ number: some BinaryInteger, _ width: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    let date =
      "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    let clock = "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))"
    return "\(date)T\(clock).\(digits(milliseconds - second * 1000, 3))Z"
  }

  static func parse(_ text: String) -> Int64? {
    let numbers = text.split { !$0.isNumber }.map(String.init)
    let values = numbers.prefix(6).compactMap { Int32($0) }
    guard values.count == 6 else { return nil }
    var parts = tm()
    parts.tm_year = values[0] - 1900
    parts.tm_mon = values[1] - 1
    (parts.tm_mday, parts.tm_hour) = (values[2], values[3])
    (parts.tm_min, parts.tm_sec) = (values[4], values[5])
    let fraction = numbers.count > 6 ? (numbers[6] + "00").prefix(3) : "0"
    return Int64(timegm(&parts)) * 1000 + (Int64(fraction) ?? 0)
  }
}
