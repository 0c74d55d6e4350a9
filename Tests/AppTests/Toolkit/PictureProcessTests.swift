import Basics
import Foundation
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class PictureProcessTests: XCTestCase {
  private func error(_ decoder: PictureDecoder, _ file: Data = SamplePicture.png) async
    -> PictureDecodingError?
  {
    do throws(PictureDecodingError) {
      _ = try await decoder.decode(file)
      return nil
    } catch {
      return error
    }
  }

  /// A program that does what a script says, and gets its folder as `$folder`.
  private func program(_ script: String) throws -> String {
    let folder = try TemporaryFolder()
    addTeardownBlock { withExtendedLifetime(folder) {} }
    let path = folder.file("program")
    let text = "#!/bin/sh\nfolder='\(folder.path)'\n\(script)\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  private static func isRunning(_ process: Int32) -> Bool {
    // A process that ended and that nobody asked about is still listed.
    FileManager.default.fileExists(atPath: "/proc/\(process)")
  }

  func testProcessGaveUpWhatNoPictureNeeds() async throws {
    let decoder = PictureDecoder.built
    _ = try await decoder.decode(SamplePicture.png)
    let process = try XCTUnwrap(decoder.processID)
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    for line in ["Seccomp:\t2", "NoNewPrivs:\t1", "Threads:\t1"] {
      XCTAssert(status.contains(line), line)
    }
    let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
    for (name, most) in [
      ("Max cpu time", 60), ("Max file size", 0), ("Max core file size", 0), ("Max processes", 0),
      ("Max open files", 3), ("Max data size", 400_000_000), ("Max address space", 1_500_000_000),
    ] {
      let line = try XCTUnwrap(limits.split(separator: "\n").first { $0.hasPrefix(name) })
      let values = line.dropFirst(name.count).split(separator: " ").prefix(2).map { Int($0) }
      XCTAssertEqual(values.count, 2)
      for value in values { XCTAssertLessThanOrEqual(value ?? .max, most, name) }
    }
  }

  func testOneProcessDecodesManyPicturesAndIsReplacedInTime() async throws {
    let decoder = PictureDecoder.built
    _ = try await decoder.decode(SamplePicture.png)
    let first = try XCTUnwrap(decoder.processID)
    for _ in 1..<PictureDecoder.mostPictures { _ = try await decoder.decode(SamplePicture.png) }
    XCTAssertEqual(decoder.processID, first)
    _ = try await decoder.decode(SamplePicture.png)
    XCTAssertNotEqual(decoder.processID, first)
    XCTAssertFalse(Self.isRunning(first))
  }

  func testProcessEndsWhenItIsIdle() async throws {
    let decoder = PictureDecoder(
      program: PictureDecoder.builtProgram, idleTime: .milliseconds(50))
    _ = try await decoder.decode(SamplePicture.png)
    if let process = decoder.processID {
      await eventually("the process ends") { !Self.isRunning(process) }
    }
    XCTAssertNil(decoder.processID)
    _ = try await decoder.decode(SamplePicture.png)
  }

  func testProcessEndsWithItsDecoder() async throws {
    var decoder: PictureDecoder? = .built
    _ = try await decoder?.decode(SamplePicture.png)
    let process = try XCTUnwrap(decoder?.processID)
    decoder = nil
    await eventually("the process ends") { !Self.isRunning(process) }
  }

  /// As when the pictures before took the time of the next one.
  func testProcessThatEndedIsReplaced() async throws {
    let decoder = PictureDecoder.built
    for _ in 0..<3 {
      _ = try await decoder.decode(SamplePicture.png)
      kill(try XCTUnwrap(decoder.processID), SIGKILL)
    }
    _ = try await decoder.decode(SamplePicture.png)
  }

  func testProcessThatDoesNotAnswerIsEnded() async throws {
    let decoder = PictureDecoder(
      program: PictureDecoder.builtProgram, patience: .milliseconds(500))
    // The first start may take longer than that on a busy computer.
    for _ in 0..<50 {
      let failure = await error(decoder)
      if failure == nil { break }
    }
    let process = try XCTUnwrap(decoder.processID)
    kill(process, SIGSTOP)
    _ = await error(decoder)
    XCTAssertNotEqual(decoder.processID, process)
    XCTAssertFalse(Self.isRunning(process))
  }

  func testNoProgram() async {
    let missing = await error(PictureDecoder(program: "/nonexistent/optimist"))
    XCTAssertEqual(missing, .unavailable)
    let failing = await error(PictureDecoder(program: "/bin/false"))
    XCTAssertEqual(failing, .tooCostly)
  }

  /// A process that a picture took over can answer anything.
  func testAnswersAreNotBelieved() async throws {
    for answer in [
      #"\000\003\377\377"#, #"\000\003\000\001"#, #"\000\005\010\010"#, #"\000\003\010\010abc"#,
      #"\011\000\000\000"#, #"\001"#, "",
    ] {
      let path = try program("head -c 4 >/dev/null; printf '\(answer)' >&0")
      let found = await error(PictureDecoder(program: path))
      XCTAssertEqual(found, .tooCostly, answer)
    }
    let endless = try program("exec cat /dev/zero >&0")
    let found = await error(PictureDecoder(program: endless))
    XCTAssertEqual(found, .tooCostly)
  }

  func testProcessInheritsNothing() async throws {
    setenv("OPTIMIST_SECRET", "nobody else's business", 1)
    defer { unsetenv("OPTIMIST_SECRET") }
    // One that other libraries may have left open for every program.
    let leaked = dup2(0, 200)
    defer { close(leaked) }
    let path = try program("env >\"$folder/env\"; echo /proc/$$/fd/* >\"$folder/fds\"")
    _ = await error(PictureDecoder(program: path))
    let folder = (path as NSString).deletingLastPathComponent
    let environment = try String(contentsOfFile: folder + "/env", encoding: .utf8)
    let names = environment.split(separator: "\n").map { $0.prefix { $0 != "=" } }
    let known: Set<Substring> = [
      "LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "SWIFT_BACKTRACE",
      // A shell sets these itself.
      "PWD", "OLDPWD", "SHLVL", "_",
    ]
    XCTAssertEqual(Set(names).subtracting(known), [])
    let descriptors = try String(contentsOfFile: folder + "/fds", encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).compactMap { $0.split(separator: "/").last }
    XCTAssert(descriptors.contains("0"))
    XCTAssertFalse(descriptors.contains("200"))
  }

  func testNoDescriptorAndNoProcessIsLeft() async throws {
    func count(_ folder: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder).count
    }
    let decoder = PictureDecoder.built
    _ = try await decoder.decode(SamplePicture.png)
    let before = try count("/proc/self/fd")
    for _ in 0..<10 {
      let found = await error(decoder, SamplePicture.png.prefix(20))
      XCTAssertEqual(found, .damaged)
      XCTAssertNil(decoder.processID)
    }
    _ = try await decoder.decode(SamplePicture.png)
    XCTAssertLessThan(try count("/proc/self/fd"), before + 5)
  }
}
