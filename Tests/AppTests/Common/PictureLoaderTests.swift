import Foundation
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class PictureLoaderTests: XCTestCase {
  private static let url = "https://example.org/ann.png"

  private final class Got {
    var pictures: [Texture?] = []
  }

  private static func request(
    _ loader: PictureLoader, _ url: String = url
  ) -> (PictureRequest, Got) {
    let got = Got()
    return (loader.request(url) { got.pictures.append($0) }, got)
  }

  func testPictureIsLoadedOnceAndKept() async throws {
    let source = ScriptedPictures()
    let loader = PictureLoader(source: source, decoder: PictureDecoder.built)
    let (first, a) = Self.request(loader)
    let (second, b) = Self.request(loader)
    await eventually("the request") { source.waitingCount == 1 }
    source.answer(Self.url, SamplePicture.png)
    await eventually("the picture") { a.pictures.count == 1 && b.pictures.count == 1 }
    XCTAssertNotNil(a.pictures[0])
    XCTAssertTrue(loader.picture(at: Self.url) === a.pictures[0])
    XCTAssertEqual(source.asked, [Self.url])
    withExtendedLifetime((first, second)) {}
  }

  func testGivingUpCancelsAndTellsNothing() async throws {
    let source = ScriptedPictures()
    let loader = PictureLoader(source: source, decoder: PictureDecoder.built)
    var (request, got): (PictureRequest?, Got) = Self.request(loader)
    await eventually("the request") { source.waitingCount == 1 }
    XCTAssertNotNil(request)
    request = nil
    await eventually("the cancellation") { source.cancelled.contains(Self.url) }
    let (again, second) = Self.request(loader)
    await eventually("the second request") { source.asked.count == 2 && source.waitingCount == 1 }
    source.answer(Self.url, SamplePicture.png)
    await eventually("the picture") { second.pictures.count == 1 }
    XCTAssertEqual(got.pictures.count, 0)
    withExtendedLifetime(again) {}
  }

  func testOneWhoGivesUpLeavesTheOtherWaiting() async throws {
    let source = ScriptedPictures()
    let loader = PictureLoader(source: source, decoder: PictureDecoder.built)
    var (first, a): (PictureRequest?, Got) = Self.request(loader)
    let (second, b) = Self.request(loader)
    await eventually("the request") { source.waitingCount == 1 }
    XCTAssertNotNil(first)
    first = nil
    source.answer(Self.url, SamplePicture.png)
    await eventually("the picture") { b.pictures.count == 1 }
    XCTAssertEqual(a.pictures.count, 0)
    XCTAssertEqual(source.cancelled, [])
    withExtendedLifetime(second) {}
  }

  func testFailureIsToldAndNotAskedAgainAtOnce() async throws {
    let source = ScriptedPictures()
    source.prepare(Self.url, Data("not a picture".utf8))
    let loader = PictureLoader(source: source, decoder: PictureDecoder.built)
    for count in 1...2 {
      let (request, got) = Self.request(loader)
      await eventually("answer \(count)") { got.pictures.count == 1 }
      XCTAssertNil(got.pictures[0])
      withExtendedLifetime(request) {}
    }
    XCTAssertEqual(source.asked.count, 1)
  }

  func testAFewRunAtATime() async throws {
    let source = ScriptedPictures()
    let loader = PictureLoader(source: source, decoder: PictureDecoder.built)
    let urls = (0..<20).map { "https://example.org/\($0)" }
    var requests = urls.map { Self.request(loader, $0) }
    await eventually("the first ones") { source.waitingCount == 6 }
    XCTAssertEqual(source.asked.count, 6)
    // What waits in vain is never asked for.
    requests.removeSubrange(6..<19)
    source.answer(urls[0], SamplePicture.png)
    await eventually("the last one") { source.asked.last == urls[19] }
    XCTAssertEqual(source.asked.count, 7)
    withExtendedLifetime(requests) {}
  }

  func testMemoryIsBounded() async throws {
    let source = ScriptedPictures()
    let loader = PictureLoader(source: source, decoder: PictureDecoder.built, limit: 3)
    for number in 0..<6 {
      let url = "https://example.org/\(number)"
      source.prepare(url, SamplePicture.png)
      // Number 0 is looked at again and again, and stays.
      _ = loader.picture(at: "https://example.org/0")
      let (request, got) = Self.request(loader, url)
      await eventually("picture \(number)") { got.pictures.count == 1 }
      withExtendedLifetime(request) {}
    }
    XCTAssertEqual(loader.count, 3)
    XCTAssertNotNil(loader.picture(at: "https://example.org/0"))
    XCTAssertNil(loader.picture(at: "https://example.org/1"))
    XCTAssertNotNil(loader.picture(at: "https://example.org/5"))
  }
}
