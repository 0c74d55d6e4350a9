import Basics
import XCTest

import struct TestSupport.SplitMix64

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class KeyedStepTests: XCTestCase {
  private struct Item: Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  private static func apply(_ steps: [KeyedStep<Item>], to items: [Item]) -> [Item] {
    steps.reduce(into: items) { items, step in
      switch step {
      case .remove(let index): items.remove(at: index)
      case .insert(let item, let index): items.insert(item, at: index)
      case .move(let from, let to): items.insert(items.remove(at: from), at: to)
      case .update(let item, let index): items[index] = item
      }
    }
  }

  func testOnlyRowsThatDifferAreTouched() {
    let old = [Item(id: 1), Item(id: 2), Item(id: 3)]
    XCTAssertEqual(KeyedStep.steps(from: old, to: old), [])
    XCTAssertEqual(
      KeyedStep.steps(from: old, to: [Item(id: 1), Item(id: 2, text: "new"), Item(id: 3)]),
      [.update(Item(id: 2, text: "new"), at: 1)])
    XCTAssertEqual(
      KeyedStep.steps(from: old, to: [Item(id: 1), Item(id: 4), Item(id: 3)]),
      [.remove(at: 1), .insert(Item(id: 4), at: 1)])
    XCTAssertEqual(
      KeyedStep.steps(from: old, to: [Item(id: 3), Item(id: 1), Item(id: 2)]),
      [.move(from: 2, to: 0)])
  }

  func testStepsAlwaysLeadToWhatIsWanted() {
    var random = SplitMix64(seed: 7)
    func items() -> [Item] {
      (0..<8).shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)).map {
        Item(id: $0, text: Bool.random(using: &random) ? "a" : "b")
      }
    }
    for _ in 0..<2_000 {
      let (old, new) = (items(), items())
      XCTAssertEqual(Self.apply(KeyedStep.steps(from: old, to: new), to: old), new)
    }
  }
}
