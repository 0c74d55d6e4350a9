import Core
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class PeopleDirectoryTests: XCTestCase {
  private let account = AccountID(rawValue: "firestore:/h/p/d/ann")
  private let share = AccountID(rawValue: "firestore:/h/p/d/ann/shared/bob/list")

  private static func answer(_ people: [Person], _ at: Int64, isComplete: Bool = true)
    -> ServerAnswer<[Person]>
  {
    ServerAnswer(value: people, readAt: Timestamp(milliseconds: at), isComplete: isComplete)
  }

  func testAskingReadsOnceAndTells() async {
    let source = ScriptedPeople()
    let directory = PeopleDirectory(source: source)
    var signals = 0
    let observation = directory.observe { signals += 1 }
    XCTAssertNil(directory.person("ann", of: share))
    XCTAssertNil(directory.person("ann", of: account))
    XCTAssertEqual(source.reads, [account])
    source.send([.sample("ann")])
    await eventually("the person") { directory.person("ann", of: self.share)?.name == "Ann" }
    XCTAssertEqual(signals, 1)
    await eventually("the end: what is cached is enough") { source.openCount == 0 }
    XCTAssertEqual(source.reads.count, 1)
    withExtendedLifetime(observation) {}
  }

  func testPeopleAreWaitedForWithinALimit() async {
    let source = ScriptedPeople()
    let directory = PeopleDirectory(source: source)
    let late = await directory.known(of: share, within: .milliseconds(1))
    XCTAssertNil(late, "a server that does not answer keeps nobody waiting")
    let waiting = Task { await directory.known(of: self.share, within: .seconds(60)) }
    XCTAssertEqual(source.reads, [account], "the reading goes on")
    source.send([.sample("ann")])
    let known = await waiting.value
    XCTAssertEqual(known?.index.rows.map(\.id), ["ann"])
    let again = await directory.known(of: account, within: .zero)
    XCTAssertEqual(again?.index.rows.map(\.id), ["ann"])
    XCTAssertEqual(source.reads.count, 1)
  }

  /// Whoever opens their profile is invited by a stranger a moment later.
  func testReadingAgainKeepsNobodyFromBeingLookedFor() async {
    let source = ScriptedPeople()
    let directory = PeopleDirectory(source: source)
    source.prepare([.sample("ann")])
    directory.load(account)
    await eventually("the first reading") { directory.reads.isEmpty }
    directory.readAgain(account)
    await eventually("the second reading") { directory.reads.isEmpty }
    XCTAssertEqual(source.reads.count, 2)
    source.prepare([.sample("ann"), .sample("bob")], at: 2000)
    XCTAssertNil(directory.person("bob", of: account))
    await eventually("the person") { directory.person("bob", of: self.account) != nil }
  }

  func testSomebodyWhoIsNotFoundIsLookedForOnceMore() async {
    let source = ScriptedPeople()
    let directory = PeopleDirectory(source: source)
    directory.load(account)
    source.send([.sample("ann")])
    await eventually("the end of the first reading") {
      directory.person("ann", of: self.account) != nil && source.openCount == 0
    }
    await eventually("the second reading") {
      directory.person("bob", of: self.account) == nil && source.reads.count == 2
    }
    source.send([.sample("ann")], at: 1000)
    source.send([.sample("ann"), .sample("bob")], at: 2000)
    await eventually("the person") { directory.person("bob", of: self.account) != nil }
    source.end()
    await eventually("the end") { source.openCount == 0 && directory.reads.isEmpty }
    for _ in 0..<5 { XCTAssertNil(directory.person("zoe", of: account)) }
    XCTAssertEqual(source.reads.count, 2, "nobody is looked for again and again")
    directory.lookUpAgain(share)
    XCTAssertEqual(source.reads.count, 3, "unless somebody asks for it")
  }

  func testAccountsAreKeptApart() async {
    let directory = PeopleDirectory(source: ScriptedPeople())
    await directory.take(Self.answer([.sample("ann")], 1), of: account)
    XCTAssertNil(directory.person("ann", of: AccountID(rawValue: "firestore:/h/p/d/bob")))
    XCTAssertNotNil(directory.person("ann", of: account))
  }

  func testOlderAndPartialAnswersChangeNothing() async {
    let directory = PeopleDirectory(source: ScriptedPeople())
    await directory.take(Self.answer([.sample("ann"), .sample("bob")], 10), of: account)
    await directory.take(Self.answer([.sample("zoe")], 9), of: account)
    await directory.take(Self.answer([.sample("ann")], 20, isComplete: false), of: account)
    XCTAssertEqual(directory.known(of: account)?.index.rows.map(\.id), ["ann", "bob"])
  }

  /// The clock of a server, or of a proxy before it, was wrong for a while.
  func testATimeThatIsToComeHidesNoOtherAnswer() async {
    let directory = PeopleDirectory(source: ScriptedPeople())
    await directory.take(Self.answer([.sample("ann")], 4_000_000_000_000), of: account)
    await directory.take(Self.answer([.sample("ann", name: "Anna")], 10), of: account)
    XCTAssertEqual(directory.person("ann", of: account)?.name, "Anna")
  }

  func testSamePeopleTellNobody() async {
    let directory = PeopleDirectory(source: ScriptedPeople())
    await directory.take(Self.answer([.sample("ann")], 10), of: account)
    var signals = 0
    let observation = directory.observe { signals += 1 }
    await directory.take(Self.answer([.sample("ann")], 20), of: account)
    XCTAssertEqual(signals, 0)
    XCTAssertEqual(directory.known(of: account)?.answer.readAt.milliseconds, 20)
    withExtendedLifetime(observation) {}
  }

  func testOwnChangeIsShownAtOnce() async {
    let directory = PeopleDirectory(source: ScriptedPeople())
    await directory.take(Self.answer([.sample("ann"), .sample("bob")], 10), of: account)
    await directory.put(.sample("ann", name: "Anna"), of: account)
    XCTAssertEqual(directory.person("ann", of: account)?.name, "Anna")
    XCTAssertEqual(directory.person("bob", of: account)?.name, "Bob")
  }
}
