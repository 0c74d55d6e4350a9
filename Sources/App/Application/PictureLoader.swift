import Basics
import Core
import Sync
import Toolkit

/// Gets the pictures of people, and keeps the last ones that were shown.
///
/// Several who want the same picture share one load, which ends when the last of them gives up. A few
/// loads run at a time, in the order of the asking.
@MainActor
final class PictureLoader: PictureLoading {
  private let source: any PictureSource
  private let decoder: any PictureDecoding
  private let limit: Int
  private var pictures: [String: (picture: Texture, use: Int)] = [:]
  private var failures: [String: ContinuousClock.Instant] = [:]
  private var loads: [String: Load] = [:]
  private var queue: [String] = []
  private var running = 0
  private var lastUse = 0
  private var lastNumber = 0
  private static let mostRunning = 6
  /// How long a picture that could not be loaded is not requested again.
  private static let pause = Duration.seconds(60)

  /// - Parameter limit: how many pictures are kept, of some 36 kB each.
  init(
    source: any PictureSource, decoder: any PictureDecoding, limit: Int = 300
  ) {
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
    lastNumber += 1
    let number = lastNumber
    let load = loads[url] ?? begin(url)
    load.waiting[number] = onPicture
    return PictureRequest { [weak self, weak load] in
      guard let load else { return }
      load.waiting[number] = nil
      if load.waiting.isEmpty { self?.abandon(load) }
    }
  }

  // MARK: Loads

  private final class Load {
    let url: String
    var waiting: [Int: @MainActor (Texture?) -> Void] = [:]
    var task: Task<Void, Never>?

    init(_ url: String) {
      self.url = url
    }
  }

  private func begin(_ url: String) -> Load {
    let load = Load(url)
    loads[url] = load
    queue.append(url)
    runNext()
    return load
  }

  private func runNext() {
    while running < Self.mostRunning, !queue.isEmpty {
      guard let load = loads[queue.removeFirst()], load.task == nil else { continue }
      running += 1
      load.task = Task { [weak self, source, decoder] in
        let hasFailed = self?.hasFailed(load.url) == true
        let picture = hasFailed ? nil : await Self.load(load.url, source, decoder)
        self?.end(load, picture)
      }
    }
  }

  private static func load(
    _ url: String, _ source: any PictureSource, _ decoder: any PictureDecoding
  ) async -> DecodedPicture? {
    guard let data = try? await source.picture(at: url), !Task.isCancelled else { return nil }
    return try? await decoder.decode(data)
  }

  private func abandon(_ load: Load) {
    guard loads[load.url] === load else { return }
    loads[load.url] = nil
    queue.removeAll { $0 == load.url }
    guard let task = load.task else { return }
    task.cancel()
    running -= 1
    runNext()
  }

  private func end(_ load: Load, _ decoded: DecodedPicture?) {
    // One that was given up has no say any more.
    guard loads[load.url] === load else { return }
    loads[load.url] = nil
    running -= 1
    let picture = decoded.map(Texture.init)
    if let picture { keep(picture, load.url) } else { noteFailure(load.url) }
    for onPicture in load.waiting.values { onPicture(picture) }
    load.waiting = [:]
    runNext()
  }

  // MARK: What is kept

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
