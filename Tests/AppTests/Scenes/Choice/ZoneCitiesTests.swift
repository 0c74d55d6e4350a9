import Core
import Foundation
import XCTest

@testable import Platform
@testable import Service

final class ZoneCitiesTests: XCTestCase {
  private let cities = ZoneCities(
    table: """
      # a comment
      AR\t-3436-05827\tAmerica/Argentina/Buenos_Aires\tBuenos Aires (BA, CF)
      TR\t+4101+02858\tEurope/Istanbul
      XX\t+0000+00000\tAsia/Twin
      XX\t+0000+00000\tAfrica/Twin
      """)

  func testACityIsNamed() throws {
    for (zone, words) in [
      ("America/Argentina/Buenos_Aires", "Buenos Aires time"), ("Europe/Istanbul", "Istanbul time"),
      ("UTC", "UTC"), ("EST5EDT", "EST5EDT"),
    ] {
      XCTAssertEqual(cities.words(try XCTUnwrap(ZoneName(zone))), words)
    }
  }

  /// An older name of a zone, or a city of the same name, is told apart by where it is.
  func testCitiesOfOneNameAreToldApart() throws {
    for (zone, words) in [
      ("America/Buenos_Aires", "Buenos Aires, America"), ("Asia/Istanbul", "Istanbul, Asia"),
      ("Asia/Twin", "Twin, Asia"), ("Africa/Twin", "Twin, Africa"), ("Etc/GMT-9", "GMT-9, Etc"),
    ] {
      XCTAssertEqual(cities.words(try XCTUnwrap(ZoneName(zone))), words)
    }
  }

  func testEveryZoneOfThisSystemHasWordsOfItsOwn() throws {
    let names =
      FileManager.default.enumerator(atPath: "/usr/share/zoneinfo")?
      .compactMap { $0 as? String }
      .filter { !$0.hasPrefix("posix/") && !$0.hasPrefix("right/") } ?? []
    let zones = Set(names.compactMap { ZoneName($0) })
    XCTAssertGreaterThan(zones.count, 300)
    XCTAssertEqual(Set(zones.map { ZoneCities.system.words($0) }).count, zones.count)
  }

  /// The window has words; the terminal the names that it takes.
  func testARemindersZoneIsNamed() {
    let reminder = Reminder(
      Alarm(at: Timestamp(milliseconds: 1_772_411_415_250), zone: "Europe/Istanbul"))
    XCTAssertTrue(
      ReminderText.words(reminder, zone: "UTC", cities: cities).hasSuffix("(Istanbul time)"))
    XCTAssertTrue(ReminderText.words(reminder, zone: "UTC").hasSuffix("(Europe/Istanbul)"))
  }
}
