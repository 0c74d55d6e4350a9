import Basics
import Foundation
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class PictureDecoderTests: XCTestCase {
  private func error(_ data: Data) async -> PictureDecodingError? {
    do throws(PictureDecodingError) {
      _ = try await PictureDecoder.built.decode(data)
      return nil
    } catch {
      return error
    }
  }

  func testLargePictureBecomesASmallSquare() async throws {
    for (type, width, height) in [("png", 400, 200), ("jpeg", 150, 600)] {
      let picture = try await PictureDecoder.built.decode(
        SamplePicture.make(width, height, type: type))
      XCTAssertEqual([picture.width, picture.height], [96, 96], type)
      XCTAssertEqual(picture.pixels.count, picture.stride * 96)
      XCTAssertGreaterThan(picture.pixels[0], 250)
      XCTAssertLessThan(picture.pixels[1], 5)
    }
  }

  func testSmallPictureKeepsItsSize() async throws {
    let picture = try await PictureDecoder.built.decode(SamplePicture.make(30, 20))
    XCTAssertEqual([picture.width, picture.height], [20, 20])
  }

  func testHugePicturesAreRefusedBeforeTheirPixelsAreMade() async {
    let small = await error(SamplePicture.claiming(8, 8))
    XCTAssertNil(small)
    for (width, height) in [(60_000, 60_000), (8001, 10), (10, 8001), (6000, 4001)]
      as [(UInt32, UInt32)]
    {
      let found = await error(SamplePicture.claiming(width, height))
      XCTAssertEqual(found, .tooLarge, "\(width) × \(height)")
    }
  }

  func testOtherKindsAreRefused() async {
    for text in ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF", "BM", "hello"] {
      let found = await error(Data(text.utf8))
      XCTAssertEqual(found, .unsupported, text)
    }
  }

  func testDamagedPicturesAreRefused() async {
    let png = SamplePicture.make(50, 50)
    for length in [12, 30, 60, png.count - 12] {
      let found = await error(png.prefix(length))
      XCTAssertEqual(found, .damaged, "\(length) of \(png.count) bytes")
    }
  }

  func testSizes() {
    XCTAssertEqual(PixbufDecoder.size(for: 6000, 4000)?.width, 144)
    XCTAssertNil(PixbufDecoder.size(for: 6000, 4001))
    XCTAssertNil(PixbufDecoder.size(for: 0, 5))
    XCTAssertEqual(PixbufDecoder.size(for: 10, 8000)?.height, 8000)
  }

  func testFirstPictureOfAnAnimation() async throws {
    // Two pictures of one pixel, white and then black.
    let gif: [UInt8] = [
      0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0,
      0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
      0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B,
    ]
    let picture = try await PictureDecoder.built.decode(Data(gif))
    XCTAssertEqual(Array(picture.pixels.prefix(3)), [255, 255, 255])
  }
}
