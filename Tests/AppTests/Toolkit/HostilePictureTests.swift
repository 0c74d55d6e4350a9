import Basics
import Foundation
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Every picture that means harm has its bound on memory and processor time and its outcome; and after each
/// of them the next good picture is shown.
final class HostilePictureTests: XCTestCase {
  private struct Case {
    let name: String
    let file: Data
    /// Nil: it is shown, for it only carries something along.
    let outcome: PictureDecodingError?
    /// How much memory it may take, in MB, besides that of a process that decoded a small picture.
    let megabytes: Int

    init(_ name: String, _ outcome: PictureDecodingError?, megabytes: Int = 8, _ file: Data) {
      self.name = name
      self.file = file
      self.outcome = outcome
      self.megabytes = megabytes
    }
  }

  private static var cases: [Case] {
    let text = HostilePicture.chunk(
      "zTXt",
      Array("Comment\0\0".utf8)
        + HostilePicture.deflated([UInt8](repeating: 0, count: 7_500_000)))
    let profile = HostilePicture.chunk(
      "iCCP",
      Array("x\0\0".utf8) + HostilePicture.deflated([UInt8](repeating: 1, count: 50_000_000)))
    let texts = Array(repeatElement(text, count: 200).joined())
    let half = HostilePicture.png(64, 64).prefix(60)
    let ended = Data(HostilePicture.chunk("IEND", []))
    var wrongSum = HostilePicture.png(64, 64)
    wrongSum[wrongSum.count - 14] ^= 1
    var longChunk = HostilePicture.png(8, 8)
    longChunk.replaceSubrange(33..<37, with: [0x7F, 0xFF, 0xFF, 0xFF])
    return [
      Case("PNG with 200 compressed texts", nil, HostilePicture.png(64, 64, extra: texts)),
      Case("PNG with a huge profile", nil, HostilePicture.png(64, 64, extra: profile)),
      Case("PNG of the most pixels", nil, megabytes: 90, HostilePicture.png(8000, 3000)),
      Case("PNG cut off, with an end", .damaged, half + ended),
      Case("PNG with an end in its text", .damaged, half + Data("IEND".utf8)),
      Case(
        "PNG of too few rows", .damaged,
        HostilePicture.png(64, 64, pixels: .init(repeating: 0, count: 193 * 20))),
      Case(
        "PNG of too many rows", .damaged,
        HostilePicture.png(64, 64, pixels: .init(repeating: 0, count: 50_000_000))),
      Case(
        "PNG of one pass of seven", .damaged,
        HostilePicture.png(64, 64, interlaced: true, pixels: .init(repeating: 0, count: 200))),
      Case("PNG with a wrong sum", .damaged, wrongSum),
      Case("PNG with a chunk of 2 GB", .damaged, longChunk),
      Case(
        "PNG with 100 000 empty chunks", nil,
        HostilePicture.png(
          64, 64,
          extra: Array(repeatElement(HostilePicture.chunk("tEXt", []), count: 100_000).joined()))),
      Case("JPEG of 2 000 scans", .tooCostly, HostilePicture.jpeg(4000, 4000, scans: 2000)),
      Case("large JPEG of 20 scans", .tooCostly, HostilePicture.jpeg(6000, 4000, scans: 20)),
      Case("JPEG of ten scans", nil, megabytes: 120, HostilePicture.jpeg(4000, 4000, scans: 10)),
      Case("JPEG without an end", .damaged, HostilePicture.jpeg(64, 64, scans: 2, isEnded: false)),
      Case("JPEG of 65 000 × 65 000", .tooLarge, HostilePicture.jpeg(65_000, 8, scans: 1)),
      Case("GIF of 100 000 pictures", nil, HostilePicture.gif(pictures: 100_000)),
      Case(
        "GIF of 60 000 × 60 000", .tooLarge,
        HostilePicture.gif(pictures: 1, width: 60_000, height: 60_000)),
      Case(
        "GIF with a wide picture", .tooLarge, HostilePicture.gif(pictures: 1, pictureWidth: 60_000)),
      Case("GIF without an end", .damaged, HostilePicture.gif(pictures: 3, isEnded: false)),
      Case("GIF without a picture", .damaged, HostilePicture.gif(pictures: 0)),
      Case(
        "WebP cut off", .damaged,
        HostilePicture.webp([("VP8L", HostilePicture.losslessHead(8, 8))], missing: 100)),
      Case(
        "WebP of 16 000 × 16 000", .tooLarge,
        HostilePicture.webp([("VP8L", HostilePicture.losslessHead(16_000, 16_000))])),
      Case("WebP without a picture", .damaged, HostilePicture.webp([("EXIF", [1, 2, 3])])),
    ]
  }

  func testEachHasItsBoundsAndTheNextGoodPictureIsShown() async throws {
    for hostile in Self.cases {
      let decoder = PictureDecoder.built
      _ = try await decoder.decode(SamplePicture.png)
      let process = try XCTUnwrap(decoder.processID)
      let before = try Self.peak(process)
      let outcome = await Self.outcome(hostile.file, decoder)
      XCTAssertEqual(outcome, hostile.outcome, hostile.name)
      if decoder.processID == process {
        XCTAssertLessThan(try Self.peak(process) - before, hostile.megabytes, hostile.name)
        XCTAssertLessThanOrEqual(
          try Self.processorTime(process), Double(PictureWorker.secondsPerPicture), hostile.name)
      } else {
        XCTAssert(outcome == .damaged || outcome == .tooCostly, hostile.name)
      }
      _ = try await decoder.decode(SamplePicture.png)
    }
  }

  func testFilesWithErrorsEndNoMoreThanTheProcess() async throws {
    var chance = SplitMix64(seed: 11)
    let decoder = PictureDecoder.built
    let files = [
      SamplePicture.make(40, 30), SamplePicture.make(40, 30, type: "jpeg"),
      HostilePicture.jpeg(64, 64, scans: 3), HostilePicture.gif(pictures: 2),
      HostilePicture.webp([("VP8L", HostilePicture.losslessHead(8, 8) + [1, 2, 3])]),
    ]
    for round in 0..<60 {
      var file = files[round % files.count]
      for _ in 0...Int.random(in: 0..<4, using: &chance) {
        let place = Int.random(in: 0..<file.count, using: &chance)
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: file[place] = UInt8.random(in: 0...255, using: &chance)
        case 1: file.removeSubrange(place..<min(file.count, place + 3))
        default: file.insert(UInt8.random(in: 0...255, using: &chance), at: place)
        }
      }
      let outcome = await Self.outcome(file, decoder)
      XCTAssertNotEqual(outcome, .unavailable)
    }
    _ = try await decoder.decode(SamplePicture.png)
  }

  /// What stands in a WebP besides its pixels is left out; the first picture of an animation is a file.
  func testWhatIsTakenOfAWebP() throws {
    let head = HostilePicture.losslessHead(8, 8)
    let plain = [UInt8](HostilePicture.webp([("VP8L", head)]))
    let carrying = HostilePicture.webp([("VP8X", [0, 0]), ("ICCP", [1, 2, 3]), ("VP8L", head)])
    XCTAssertEqual(try PictureKind.webp.needed(of: [UInt8](carrying)), plain)
    let frame =
      [UInt8](repeating: 0, count: 16) + [UInt8](HostilePicture.webp([("VP8L", head)]))[12...]
    let animation = HostilePicture.webp([("ANIM", [0, 0]), ("ANMF", frame), ("ANMF", [1])])
    XCTAssertEqual(try PictureKind.webp.needed(of: [UInt8](animation)), plain)
  }

  private static func outcome(_ file: Data, _ decoder: PictureDecoder) async
    -> PictureDecodingError?
  {
    do throws(PictureDecodingError) {
      _ = try await decoder.decode(file)
      return nil
    } catch {
      return error
    }
  }

  /// The most memory that a process has had, in MB.
  private static func peak(_ process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try XCTUnwrap(Int(line.split(separator: " ")[1])) / 1024
  }

  /// In seconds.
  private static func processorTime(_ process: Int32) throws -> Double {
    let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = try XCTUnwrap(stat.split(separator: ")").last).split(separator: " ")
    let ticks = try XCTUnwrap(Double(fields[11])) + XCTUnwrap(Double(fields[12]))
    return ticks / Double(sysconf(CInt(_SC_CLK_TCK)))
  }
}
