import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SearchProviderTests: XCTestCase {
  @MainActor
  private final class Fixture {
    let bench: SceneBench
    let service = IdleTimeout(grace: .seconds(60)) {}
    private(set) var opened: [WindowRequest?] = []
    private(set) var timestamps: [UInt32] = []
    private(set) var openings = 0
    lazy var provider = SearchProvider(
      serve: service,
      store: { [weak self] in
        self?.openings += 1
        return self?.bench.store
      }, today: { SceneBench.monday },
      open: { [weak self] request, timestamp in
        self?.opened.append(request)
        self?.timestamps.append(timestamp)
      })

    init() throws { bench = try SceneBench() }
  }

  @MainActor
  func testItFindsTodosAndOffersToAdd() async throws {
    let fixture = try Fixture()
    let milk = try await fixture.bench.add("Buy milk")
    try await fixture.bench.add("bread")
    let results = await fixture.provider.results(for: ["milk"], caller: ":1.1")
    XCTAssertEqual(results, ["todo:\(milk.id.rawValue)", "add:milk"])
  }

  @MainActor
  func testAddingIsAlwaysAmongTheFirstFive() async throws {
    let fixture = try Fixture()
    for number in 0..<20 { try await fixture.bench.add("milk \(number)") }
    let results = await fixture.provider.results(for: ["milk"], caller: ":1.1")
    XCTAssertEqual(results.count, 5)
    XCTAssertEqual(results.last, "add:milk")
  }

  @MainActor
  func testNothingTypedFindsNothing() async throws {
    let fixture = try Fixture()
    try await fixture.bench.add("milk")
    for terms in [[], [""], ["  ", " "]] {
      let results = await fixture.provider.results(for: terms, caller: ":1.1")
      XCTAssertEqual(results, [])
    }
    XCTAssertEqual(fixture.openings, 0)
  }

  @MainActor
  func testTextThatIsTooLongIsNotOffered() async throws {
    let fixture = try Fixture()
    let longest = String(repeating: "x", count: TodoContent.maximumBytes)
    var results = await fixture.provider.results(for: [longest], caller: ":1.1")
    XCTAssertEqual(results, ["add:" + longest])
    results = await fixture.provider.results(for: [longest + "x"], caller: ":1.1")
    XCTAssertEqual(results, [])
  }

  @MainActor
  func testResultsTellListDayAndStateInPlainText() async throws {
    let fixture = try Fixture()
    let bench = fixture.bench
    let home = try await bench.store.addList(named: "Home & <b>")
    let open = try await bench.add("<i>milk</i>", to: home.id, date: SceneBench.monday)
    let done = try await bench.add("milk", to: home.id, isDone: true)
    let results = await fixture.provider.results(for: ["milk"], caller: ":1.1")
    XCTAssertEqual(results.dropLast(), ["todo:\(open.id.rawValue)", "todo:\(done.id.rawValue)"])
    let metas = await fixture.provider.metas(of: results + ["todo:gone", "nonsense"])
    XCTAssertEqual(
      metas.map(\.name), ["<i>milk</i>", "milk", "Add “milk”"])
    XCTAssertEqual(
      metas.map(\.description), ["Home & <b> · Today", "Home & <b> · completed", "New to-do"])
    XCTAssertEqual(metas.map(\.id), results)
  }

  @MainActor
  func testChoicesGoToTheWindow() async throws {
    let fixture = try Fixture()
    fixture.provider.activate("todo:1", timestamp: 7)
    fixture.provider.activate("add:buy milk", timestamp: 8)
    fixture.provider.launch(["milk"], timestamp: 9)
    XCTAssertEqual(fixture.opened, [.show(TodoID(rawValue: "1")), .add("buy milk"), nil])
    XCTAssertEqual(fixture.timestamps, [7, 8, 9])
  }

  @MainActor
  func testANewSearchTakesThePlaceOfAnUnfinishedOne() async throws {
    let fixture = try Fixture()
    for number in 0..<50 { try await fixture.bench.add("milk \(number)") }
    let provider = fixture.provider
    let first = Task { await provider.results(for: ["mil"], caller: ":1.1") }
    await eventually("the first search") { fixture.openings > 0 }
    let second = await provider.results(for: ["milk"], caller: ":1.1")
    XCTAssertEqual(second.count, 5)
    // It is answered in any case: the caller waits for it.
    let answer = await first.value
    XCTAssertEqual(answer.last, "add:mil")
  }

  @MainActor
  func testWithoutAStoreItOffersToAdd() async throws {
    let provider = SearchProvider(
      serve: IdleTimeout(grace: .seconds(60)) {}, store: { nil }, today: { SceneBench.monday },
      open: { _, _ in })
    let results = await provider.results(for: ["milk"], caller: ":1.1")
    XCTAssertEqual(results, ["add:milk"])
    let metas = await provider.metas(of: ["todo:1", "add:milk"])
    XCTAssertEqual(metas.map(\.id), ["add:milk"])
  }

  @MainActor
  func testTheDayOfATimeElsewhereIsTheOneHere() async throws {
    let fixture = try Fixture()
    // 01:00 on Tuesday there is 11:00 UTC on Monday.
    let zone = try XCTUnwrap(ZoneName("Pacific/Kiritimati"))
    let due = CalendarTime(
      day: SceneBench.monday.adding(days: 1), time: TimeOfDay(secondsOfDay: 3600), zone: zone)
    let id = TodoID(rawValue: "milk")
    try await fixture.bench.store.add(TodoDraft(id: id, content: "milk", due: due))
    let metas = await fixture.provider.metas(of: ["todo:milk"])
    XCTAssertEqual(metas.first?.description?.hasSuffix("Today"), true)
  }
}
