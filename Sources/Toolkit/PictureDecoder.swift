import Dispatch
import FoundationEssentials
import Synchronization

/// Why data is not shown as a picture.
package enum PictureDecodingError: Error, Equatable, Sendable {
  /// It is not in a supported format, or this computer cannot read that format.
  case unsupported
  /// The picture claims to be larger than any profile picture.
  case tooLarge
  /// It begins like a picture but is not valid.
  case damaged
  /// Decoding needs more memory or time than a profile picture may, or ended the process.
  case tooCostly
  /// No decoder process can be started.
  case unavailable
}

/// The pixels of a picture, which may pass from one thread to another.
package struct DecodedPicture: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Red, green, blue and, if ``hasAlpha``, opacity: one byte each, row by row without gaps.
  package let pixels: [UInt8]
  package let hasAlpha: Bool

  /// The bytes from one row to the next.
  package var stride: Int { width * (hasAlpha ? 4 : 3) }
}

/// Decodes pictures in a separate process, one at a time and off the main thread.
///
/// A decoder reads data from strangers, in a language in which a bug can give them control of the process. That process
/// therefore has access to nothing of value (``PictureWorker``), and it does no harm if it dies. It is replaced after a
/// picture that it could not read and after a number of pictures, and ends when it is idle.
package final class PictureDecoder: Sendable {
  private struct State {
    var process: PictureProcess?
    /// How many pictures the process has decoded.
    var uses = 0
    /// Grows with every picture.
    var lastUse = 0
    var isTimed = false
  }

  /// The most pictures that one process decodes.
  package static let mostPictures = 100
  /// The time limit for a picture, including the start of the process.
  package static let patience = Duration.seconds(15)

  private let program: String
  private let idleTime: DispatchTimeInterval
  private let patience: Duration
  private let queue = DispatchQueue(label: "picture decoder", qos: .utility)
  /// Used on the queue only.
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: the path of this program; the default works even if the file was replaced meanwhile.
  ///   - idleTime: how long an idle process is kept.
  ///   - patience: the time limit for a picture.
  package init(
    program: String = "/proc/self/exe", idleTime: DispatchTimeInterval = .seconds(5),
    patience: Duration = PictureDecoder.patience
  ) {
    self.program = program
    self.idleTime = idleTime
    self.patience = patience
  }

  /// The ID of the current process.
  package var processID: Int32? { queue.sync { state.withLock { $0.process?.id } } }

  /// Decodes a picture to pixels.
  package func decode(_ data: Data) async throws(PictureDecodingError) -> DecodedPicture {
    let result = await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: state.withLock { decode([UInt8](data), &$0) })
      }
    }
    return try result.get()
  }

  private func decode(_ file: [UInt8], _ state: inout State)
    -> Result<DecodedPicture, PictureDecodingError>
  {
    // Most invalid data is recognised without a process.
    guard PictureKind(file) != nil else { return .failure(.unsupported) }
    if state.uses >= Self.mostPictures { state.process = nil }
    let isUsed = state.process != nil
    let result = decodeOnce(file, &state)
    // If the process decoded other pictures before, they may have caused its end.
    guard isUsed, case .failure(.tooCostly) = result, state.process == nil else { return result }
    return decodeOnce(file, &state)
  }

  private func decodeOnce(_ file: [UInt8], _ state: inout State)
    -> Result<DecodedPicture, PictureDecodingError>
  {
    do throws(PictureDecodingError) {
      let process = try process(&state)
      state.uses += 1
      state.lastUse += 1
      endWhenIdle(&state)
      return .success(try process.decode(file, patience: patience))
    } catch {
      switch error {
      case .unsupported, .tooLarge: break
      case .damaged, .tooCostly, .unavailable: state.process = nil
      }
      return .failure(error)
    }
  }

  /// The current process, or a new one.
  private func process(_ state: inout State) throws(PictureDecodingError) -> PictureProcess {
    if let process = state.process { return process }
    let process = try PictureProcess(program: program)
    state.process = process
    state.uses = 0
    return process
  }

  /// Ends the process after it has been idle; nothing wakes up after that.
  private func endWhenIdle(_ state: inout State) {
    guard !state.isTimed else { return }
    state.isTimed = true
    let use = state.lastUse
    queue.asyncAfter(deadline: .now() + idleTime) { [weak self] in
      self?.state.withLock { state in
        state.isTimed = false
        guard state.process != nil else { return }
        if state.lastUse == use { state.process = nil } else { self?.endWhenIdle(&state) }
      }
    }
  }
}
