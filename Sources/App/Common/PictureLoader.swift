import Basics
import Core
import Sync
import Toolkit

/// Loads the pictures of people, and caches those shown last.
///
/// Requests for the same picture share one load, which is cancelled when the last of them is released. Only a few loads
/// run at a time, in the order of the requests.
@MainActor
final class PictureLoader: PictureLoading {
  private let source: any PictureSource
  private let decoder: PictureDecoder
  private let limit: Int
  private var pictures: [String: (picture: Texture, use: Int)] = [:]
  private var failures: [String: ContinuousClock.Instant] = [:]
  private let loads = SharedWork<String, Texture?>(endsUnawaited: true, mostRunning: mostRunning)
  private var lastUse = 0
  private static let mostRunning = 6
  /// How long a picture that could not be loaded is not tried again.
  private static let pause = Duration.seconds(60)

  /// - Parameter limit: the number of cached pictures, each of about 36 kB.
  init(source: any PictureSource, decoder: PictureDecoder, limit: Int = 300) {
    self.source = source
    self.decoder = decoder
    self.limit = limit
  }

  var count: Int { pictures.count }

  func picture(at url: String) -> Texture? {
    guard let picture = pictures[url]?.picture else { return nil }
    lastUse += 1
    pictures[url]?.use = lastUse
    return picture
  }

  func request(_ url: String, _ onPicture: @escaping @MainActor (Texture?) -> Void)
    -> PictureRequest
  {
    let pending = PendingCallback(onPicture)
    let giveUp = loads.join(url) { [weak self, source, decoder] in
      if await self?.hasFailed(url) == true { return nil }
      let decoded = await Self.load(url, source, decoder)
      return await self?.take(decoded, from: url)
    } onEnd: { picture in
      guard let picture else { return }
      Task { @MainActor in pending.onPicture?(picture) }
    }
    return PictureRequest {
      pending.onPicture = nil
      giveUp()
    }
  }

  // MARK: Loads

  /// The callback of a request, until the request is released.
  @MainActor
  private final class PendingCallback {
    var onPicture: (@MainActor (Texture?) -> Void)?

    init(_ onPicture: @escaping @MainActor (Texture?) -> Void) {
      self.onPicture = onPicture
    }
  }

  private nonisolated static func load(
    _ url: String, _ source: any PictureSource, _ decoder: PictureDecoder
  ) async -> DecodedPicture? {
    guard let data = try? await source.picture(at: url), !Task.isCancelled else { return nil }
    return try? await decoder.decode(data)
  }

  private func take(_ decoded: DecodedPicture?, from url: String) -> Texture? {
    // A cancelled load must not change the cache.
    guard !Task.isCancelled else { return nil }
    let picture = decoded.map(Texture.init)
    if let picture { keep(picture, url) } else { noteFailure(url) }
    return picture
  }

  // MARK: Cache

  private func keep(_ picture: Texture, _ url: String) {
    lastUse += 1
    pictures[url] = (picture, lastUse)
    guard pictures.count > limit, let oldest = pictures.min(by: { $0.value.use < $1.value.use })
    else { return }
    pictures[oldest.key] = nil
  }

  private func hasFailed(_ url: String) -> Bool {
    failures[url].map { ContinuousClock.now - $0 < Self.pause } ?? false
  }

  private func noteFailure(_ url: String) {
    guard !hasFailed(url) else { return }
    if failures.count >= 1000 { failures = [:] }
    failures[url] = .now
  }
}
