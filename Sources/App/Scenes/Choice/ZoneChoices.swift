import Core
import Dates
import Platform
import Service

/// Opens the choice of a time zone.
struct ZoneRoute: Route {
  /// The current time zone; nil for none.
  let present: ZoneName?
  let onChoose: @MainActor (ZoneName) -> Void

  func dialog(_ services: AppServices) -> Dialog {
    .choice(.timeZone(present: present, onChoose: onChoose))
  }
}

extension ChoicePresenter {
  /// Lets the user choose a time zone by a city in it.
  /// - Parameters:
  ///   - present: the current zone, which is marked at first; nil for none.
  ///   - table: the `zone.tab` of the system's time-zone data.
  ///   - onChoose: called with the zone after the dialog has closed.
  static func timeZone(
    present: ZoneName?, table: String = ZoneCities.systemPath,
    onChoose: @escaping @MainActor (ZoneName) -> Void
  ) -> ChoicePresenter {
    let texts = ChoiceTexts(
      title: tr("Time Zone"), action: tr("_Choose"), search: tr("Search Cities"),
      list: tr("Time zones"), nothing: tr("No City Found"))
    return ChoicePresenter(texts) { () throws(StoreError) in
      await zoneEntries(table, present: present, local: LocalClock.zone)
    } onChoose: { zone, _ in
      if let zone = ZoneName(zone.id) { onChoose(zone) }
    }
  }

  /// The current zone and that of this computer first, then the others by their cities, and UTC.
  @concurrent
  private nonisolated static func zoneEntries(
    _ table: String, present: ZoneName?, local: ZoneName?
  ) async -> [Entry] {
    func entries(_ zones: [ZoneName]) -> [Entry] {
      zones.map { entry($0, place: $0 == local ? tr("This Computer") : nil) }
    }
    let first = [present, local == present ? nil : local].compactMap(\.self)
    let others = ZoneCities(table: TextFile.read(table) ?? "").zones
      .filter { !first.contains($0) && $0 != .utc }
    let cities = entries(others)
      .sorted { ($0.choice.name, $0.choice.id) < ($1.choice.name, $1.choice.id) }
    return entries(first) + cities + entries(first.contains(.utc) ? [] : [.utc])
  }

  private nonisolated static func entry(_ zone: ZoneName, place: String?) -> Entry {
    let (city, area) = ZoneCities.parts(of: zone)
    let choice = Choice(id: zone.text, name: city, place: place ?? area)
    return Entry(choice, alsoFoundBy: area)
  }
}
