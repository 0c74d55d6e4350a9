import Basics
import Core
public import FoundationEssentials

/// A cache, stored in a folder, in front of a source of pictures.
///
/// A picture is fresh for a day. After that the source is asked whether it has changed, and if that fails the
/// old picture is used. Requests for the same picture share one fetch, which is cancelled when nobody waits
/// for it any more.
public actor PictureCache: PictureSource {
  typealias Outcome = Result<Data, PictureError>

  private struct Failure {
    let error: PictureError
    let at: Timestamp
  }

  /// A day, in milliseconds.
  static let freshness: Int64 = 24 * 60 * 60 * 1000
  /// How long a picture is not requested again after a failure, in milliseconds.
  static let pause: Int64 = 10 * 60 * 1000
  private static let mostFailures = 1000
  private static let requestsAtOnce = 4

  private let source: any ValidatingPictureSource
  let folder: PictureFolder
  let clock: any SyncClock
  let limiter = PictureConcurrencyLimiter(width: requestsAtOnce)
  /// By URL, like their places in the limiter's queue.
  let requests = SharedWork<String, Outcome>(endsUnawaited: true)
  private var places: [String: Int] = [:]
  private var failures: [String: Failure] = [:]
  private var count = 0

  /// - Parameters:
  ///   - folder: the path of a folder used by the cache alone; created if it is missing.
  ///   - maxBytes: the total size of the files.
  ///   - maxFiles: the number of files.
  public init(
    _ source: any ValidatingPictureSource, folder: String, clock: any SyncClock = SystemSyncClock(),
    maxBytes: Int = 64 * 1024 * 1024, maxFiles: Int = 5000
  ) {
    self.source = source
    self.folder = PictureFolder(path: folder, maxBytes: maxBytes, maxFiles: maxFiles)
    self.clock = clock
  }

  public func picture(at url: String) async throws(PictureError) -> Data {
    guard let url = PictureURL(url)?.text else { throw .addressNotAllowed }
    if let place = places[url] { limiter.promote(place) }
    guard let outcome = await requests.value(url, { await self.load(url) })?.value else {
      throw .cancelled
    }
    return try outcome.get()
  }

  /// Allows pictures that failed to be requested again, for example when the network is back.
  public func forgetFailures() {
    failures = [:]
  }

  /// Removes all pictures. Pending requests end as cancelled.
  public func forgetAll() async {
    requests.cancelAll()
    failures = [:]
    await withCheckedContinuation { continuation in
      folder.removeAll { continuation.resume() }
    }
  }

  // MARK: Loading

  private func load(_ url: String) async -> Outcome {
    count += 1
    let number = count
    places[url] = number
    defer { if places[url] == number { places[url] = nil } }
    let name = StoredPicture.fileName(of: url)
    let stored = await read(name)
    if let stored, isRecent(stored.fetchedAt, Self.freshness) { return .success(stored.data) }
    if let failure = failures[url], isRecent(failure.at, Self.pause) {
      return stored.map { .success($0.data) } ?? .failure(failure.error)
    }
    guard await limiter.enter(number) else { return .failure(.cancelled) }
    defer { limiter.leave(number) }
    do throws(PictureError) {
      let answer = try await source.picture(at: url, unless: stored?.validator)
      guard let picture = picture(answer, stored) else { throw .notAPicture }
      // Unless it was forgotten or cancelled meanwhile.
      if !Task.isCancelled {
        failures[url] = nil
        folder.write(picture, as: name, now: clock.now())
      }
      return .success(picture.data)
    } catch {
      if error == .cancelled || Task.isCancelled { return .failure(.cancelled) }
      remember(error, of: url)
      return stored.map { .success($0.data) } ?? .failure(error)
    }
  }

  private func picture(_ answer: PictureAnswer, _ stored: StoredPicture?) -> StoredPicture? {
    switch answer {
    case .picture(let data, let validator):
      return StoredPicture(data: data, validator: validator, fetchedAt: clock.now())
    case .unchanged:
      return stored.map {
        StoredPicture(data: $0.data, validator: $0.validator, fetchedAt: clock.now())
      }
    }
  }

  private func read(_ name: String) async -> StoredPicture? {
    let now = clock.now()
    return await withCheckedContinuation { continuation in
      folder.read(name, now: now) { continuation.resume(returning: $0) }
    }
  }

  /// A time in the future is from before the clock was set back, so its age is unknown.
  private func isRecent(_ moment: Timestamp, _ length: Int64) -> Bool {
    (0..<length).contains(clock.now().milliseconds - moment.milliseconds)
  }

  private func remember(_ error: PictureError, of url: String) {
    failures[url] = Failure(error: error, at: clock.now())
    guard failures.count > Self.mostFailures else { return }
    failures = failures.filter { isRecent($0.value.at, Self.pause) }
    while failures.count > Self.mostFailures,
      let oldest = failures.min(by: { $0.value.at < $1.value.at })?.key
    {
      failures[oldest] = nil
    }
  }
}
