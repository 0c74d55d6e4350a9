import Core
import Dates
import XCTest

@testable import App
@testable import Service

final class ZoneChoiceTests: XCTestCase {
  private static let table = """
    #country-code\tcoordinates\tTZ\tcomments
    AR\t-3436-05827\tAmerica/Argentina/Buenos_Aires\tBuenos Aires (BA, CF)
    KR\t+3733+12658\tAsia/Seoul
    no columns
    XX\t+0000+00000\t../../etc/passwd
    """

  @MainActor
  private func open(
    _ table: String, present: ZoneName? = nil,
    _ onChoose: @escaping @MainActor (ZoneName) -> Void = { _ in }
  ) async -> (ChoicePresenter, RecordingView<ChoiceState>) {
    let presenter = ChoicePresenter.timeZone(present: present, table: table, onChoose: onChoose)
    let view = RecordingView<ChoiceState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    await eventually("the zones") { view.states.last?.isReady == true }
    return (presenter, view)
  }

  @MainActor
  func testAZoneIsFoundByItsCityOrItsArea() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    try Self.table.write(toFile: path, atomically: true, encoding: .utf8)
    addTeardownBlock { try FileManager.default.removeItem(atPath: path) }
    var chosen: [ZoneName] = []
    let (presenter, view) = await open(path) { chosen.append($0) }
    let all = view.states.last?.choices.map(\.id).filter { $0 != LocalClock.zone?.text }
    XCTAssertEqual(
      all,
      ["America/Argentina/Buenos_Aires", "Asia/Seoul", "UTC"].filter {
        $0 != LocalClock.zone?.text
      })
    for query in ["aires", "argentina bu"] {
      presenter.didChangeQuery(query)
      XCTAssertEqual(view.states.last?.choices.map(\.name), ["Buenos Aires"])
    }
    presenter.didSubmit()
    XCTAssertEqual(chosen, [ZoneName("America/Argentina/Buenos_Aires")])
    XCTAssertFalse(presenter.isOpen)
  }

  @MainActor
  func testThisComputersZoneComesFirstAndIsThereWithoutATable() async throws {
    let (_, view) = await open("/missing")
    XCTAssertEqual(view.states.last?.choices.first?.id, LocalClock.zone?.text ?? "UTC")
    XCTAssertTrue(view.states.last?.choices.contains { $0.id == "UTC" } == true)
  }

  /// Whoever only looks, and presses Enter, changes nothing; a zone that another program set need not stand in the table.
  @MainActor
  func testTheZoneThatIsSetIsMarkedFirst() async throws {
    for zone in ["Europe/Paris", "Asia/Calcutta", "UTC", LocalClock.zone?.text].compactMap(\.self) {
      var chosen: [ZoneName] = []
      let (presenter, view) = await open("/usr/share/zoneinfo/zone.tab", present: ZoneName(zone)) {
        chosen.append($0)
      }
      XCTAssertEqual(view.states.last?.choices.count { $0.id == zone }, 1)
      presenter.didSubmit()
      XCTAssertEqual(chosen.map(\.text), [zone])
    }
  }

  /// Every zone of this system can be used.
  @MainActor
  func testTheZonesOfThisSystem() async throws {
    let (_, view) = await open("/usr/share/zoneinfo/zone.tab")
    let zones = view.states.last?.choices ?? []
    XCTAssertGreaterThan(zones.count, 300)
    XCTAssertEqual(Set(zones.map(\.id)).count, zones.count)
    for zone in zones { XCTAssertNotNil(ZoneName(zone.id).flatMap { ZoneRules($0) }, zone.id) }
  }
}
