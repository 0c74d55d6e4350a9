import Foundation
import XCTest

@testable import Dates

/// Holds the occurrences against those of python-dateutil, and their moments against Python's zoneinfo.
final class OracleTests: XCTestCase {
  func testOccurrencesAreThoseOfDateutil() throws {
    let lines = try answers()
    var rules: Set<String> = []
    var different: [String] = []
    for line in lines {
      let columns = line.components(separatedBy: "\t")
      try XCTSkipUnless(columns.count == 4, "not an answer: \(line)")
      rules.insert(columns[0])
      let expected = columns[3].split(separator: " ").map(String.init)
      let found = try occurrences(
        columns[0], from: columns[1], in: columns[2], most: expected.count + 1)
      // The oracle gives 30 at most.
      guard
        found.elementsEqual(expected)
          || found.dropLast().elementsEqual(expected) && expected.count == 30
      else {
        let place = zip(found, expected).first { $0 != $1 }.map { "\($0) for \($1)" }
        different.append(
          "\(columns[0]) from \(columns[1]) \(columns[2]): \(place ?? "\(found.count) for \(expected.count)")"
        )
        continue
      }
    }
    print("\(lines.count) cases of \(rules.count) rules")
    XCTAssertGreaterThanOrEqual(rules.count, 700)
    XCTAssertEqual(different.prefix(40).joined(separator: "\n"), "", "\(different.count) differ")
  }

  private func occurrences(_ rule: String, from start: String, in zone: String, most: Int) throws
    -> [String]
  {
    let anchor = try at(start, zone.isEmpty ? nil : zone)
    var texts: [String] = []
    let found: Occurrences
    do {
      found = try Occurrences(of: RecurrencePattern(reading: rule), from: anchor, local: .utc)
    } catch RecurrenceError.neverOccurs {
      return []
    } catch {
      return ["\(error)"]
    }
    while texts.count < most {
      let next: CalendarTime?
      do {
        next = try found.next()
      } catch RecurrenceError.neverOccurs {
        break
      } catch {
        return texts + ["\(error)"]
      }
      guard let next, next.day.year <= 2200 else { break }
      guard let time = next.time else {
        texts.append(next.iso8601)
        continue
      }
      let clock = time.second == 0 ? "\(next.iso8601):00" : next.iso8601
      texts.append(
        zone.isEmpty ? clock : "\(clock)@\(next.moment(local: .utc).milliseconds / 1000)")
    }
    return texts
  }

  /// What the oracle says; skips where it is not installed.
  private func answers() throws -> [String] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "oracle.py")
    for python in ["/usr/bin/python3", "/usr/bin/env"] {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: python)
      process.arguments = (python.hasSuffix("env") ? ["python3"] : []) + [script.path]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      if process.terminationStatus == 0 {
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      }
    }
    throw XCTSkip("python-dateutil is not installed")
  }
}
