import Basics
import Core

/// The time zones that a calendar names (RFC 5545 §3.2.19): what a TZID means here, and which TZID stands for a zone.
struct CalendarZones {
  /// What a TZID means.
  enum Meaning {
    /// A zone of the system's data, or a name that only other programs know.
    case zone(ZoneName)
    /// A zone that only the calendar describes; its times become times in UTC.
    case rules(CalendarZoneRules)
    /// An unknown zone; its times become floating.
    case unknown
  }

  private var meanings: [ExactText: Meaning] = [:]

  init(_ calendars: [CalendarComponent]) {
    for zone in calendars.flatMap({ $0.components("VTIMEZONE") }) {
      guard let id = zone.value("TZID"), meanings[ExactText(id)] == nil else { continue }
      meanings[ExactText(id)] = CalendarZones.meaning(of: id, zone)
    }
  }

  /// The time in a property; nil if it has no valid one.
  func time(_ property: CalendarProperty) -> CalendarTime? {
    property.clock.map { time($0, meaning(of: property)) }
  }

  /// All times of a property that can have several.
  func times(_ property: CalendarProperty) -> [CalendarTime] {
    let meaning = meaning(of: property)
    return property.values.compactMap { value in
      // A period (RFC 5545 §3.3.9) begins with its time.
      let start = value.splitExactly(at: "/", most: 1)[0]
      return CalendarTime(iCalendar: start[...]).map { time($0, meaning) }
    }
  }

  private func meaning(of property: CalendarProperty) -> Meaning {
    guard let id = property.parameter("TZID") else { return .unknown }
    return meanings[ExactText(id)] ?? CalendarZones.meaning(of: id, nil)
  }

  private func time(_ clock: CalendarTime, _ meaning: Meaning) -> CalendarTime {
    guard let time = clock.time, clock.zone == nil else { return clock }
    switch meaning {
    case .zone(let name): return CalendarTime(day: clock.day, time: time, zone: name)
    case .rules(let rules): return rules.utc(clock) ?? clock
    case .unknown: return clock
    }
  }

  /// The TZID under which the calendar describes a zone; nil if it does not.
  func id(of zone: ZoneName) -> String? {
    for (id, meaning) in meanings.sorted(by: { $0.key.text.precedesExactly($1.key.text) }) {
      if case .zone(let name) = meaning, name == zone { return id.text }
    }
    return nil
  }

  /// - Parameter component: the VTIMEZONE, if the calendar has one.
  private static func meaning(of id: String, _ component: CalendarComponent?) -> Meaning {
    if let known = known(id) { return .zone(known) }
    if let location = component?.value("X-LIC-LOCATION"), let known = known(location) {
      return .zone(known)
    }
    if let component {
      if let zone = CalendarZoneRules.systemZone(of: component) { return .zone(zone) }
      if let rules = CalendarZoneRules(component) { return .rules(rules) }
    }
    return ZoneName(id).map { .zone($0) } ?? .unknown
  }

  /// The zone of the system's data that a TZID means. Programs put a path of their own before its name:
  /// `/freeassociation.sourceforge.net/Europe/Berlin`.
  private static func known(_ id: String) -> ZoneName? {
    var parts = id.splitExactly(at: "/")[...]
    // No zone's name has more than three parts.
    if parts.count > 3 { parts = parts.suffix(3) }
    while !parts.isEmpty {
      let name = ZoneName(parts.joined(separator: "/"))
      if let name, ZoneRules(name) != nil { return name }
      parts.removeFirst()
    }
    return nil
  }
}
