import Dispatch
import FoundationEssentials
import Synchronization

/// Has pictures decoded in a process of its own, one at a time and off the main thread.
///
/// A decoder reads what strangers wrote, in a language in which a mistake can give them the process. So
/// that process has nothing worth having (``PictureWorker``), can end without harm, and is replaced after a
/// picture that it could not read, after a number of pictures, and when there was nothing to do for a
/// while.
package final class PictureDecoder: PictureDecoding {
  private struct State {
    var process: PictureProcess?
    /// How many pictures the process has had.
    var uses = 0
    /// Grows with every picture.
    var lastUse = 0
    var isTimed = false
  }

  /// How many pictures one process decodes at most.
  package static let mostPictures = 100
  /// How long a picture may take, the start of the process included.
  package static let patience = Duration.seconds(15)

  private let program: String
  private let idleTime: DispatchTimeInterval
  private let patience: Duration
  private let queue = DispatchQueue(label: "picture decoder", qos: .utility)
  /// Used on the queue only.
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: the path of this program; the default holds even when the file was replaced meanwhile.
  ///   - idleTime: how long the process is kept when there is nothing to do.
  ///   - patience: how long a picture may take.
  package init(
    program: String = "/proc/self/exe", idleTime: DispatchTimeInterval = .seconds(5),
    patience: Duration = PictureDecoder.patience
  ) {
    self.program = program
    self.idleTime = idleTime
    self.patience = patience
  }

  /// The process that there is at present.
  package var processID: Int32? { queue.sync { state.withLock { $0.process?.id } } }

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
    // Most of what is no picture needs no process.
    guard PictureKind(file) != nil else { return .failure(.unsupported) }
    if state.uses >= Self.mostPictures { state.process = nil }
    let isUsed = state.process != nil
    let result = decodeOnce(file, &state)
    // What ends a process that had other pictures before may be their fault.
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

  /// The one that there is, or a new one.
  private func process(_ state: inout State) throws(PictureDecodingError) -> PictureProcess {
    if let process = state.process { return process }
    let process = try PictureProcess(program: program)
    state.process = process
    state.uses = 0
    return process
  }

  /// Ends the process once there was nothing to do for a while; nothing wakes up after that.
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
