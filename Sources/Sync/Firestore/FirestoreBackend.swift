public import Core
import FoundationEssentials

/// Keeps records in Cloud Firestore through its REST API, version 1
/// (https://firebase.google.com/docs/firestore/reference/rest).
///
/// A copy shares what the original knows about its live connection.
public struct FirestoreBackend: SyncBackend {
  /// The most that is sent at once. The service takes 10 MiB
  /// (https://firebase.google.com/docs/firestore/quotas#writes_and_transactions), the emulator 4 MiB,
  /// beyond which it answers 429 as if a later try could succeed.
  static let maxRequestBytes = 4_000_000

  let paths: FirestorePaths
  let codec: FirestoreDocumentCodec
  let exchange: FirestoreExchange
  let watchTransport: any HTTPTransport
  let watchSilence: Duration
  let pageSize: Int
  /// How much of one kind is read; nil for what is usual. Tests set less.
  var most: FirestoreAmount?
  let overlapLimit: Int
  let resumption = FirestoreResumption()

  /// - Parameters:
  ///   - share: the list of another person that is meant; nil for all that is the user's own.
  ///   - watchTransport: carries ``watch(since:shares:onSignal:)``, which keeps one connection busy for as
  ///     long as it runs; nil lets it share `transport`.
  ///   - tokens: who asks; nil names the user to an emulator on this computer and sends no
  ///     credentials to any other server.
  ///   - timeout: for each exchange as a whole.
  ///   - watchSilence: how long a live connection may be silent before the server is asked whether it
  ///     is still there; the service gives a sign of life every 30 seconds.
  ///   - pageSize: how many documents to ask for at once.
  ///   - overlapLimit: how many documents may be read again in each round, in case one became visible late.
  public init(
    settings: FirestoreSettings, share: Account.Share? = nil, transport: any HTTPTransport,
    watchTransport: (any HTTPTransport)? = nil, tokens: (any TokenProvider)? = nil,
    clock: any SyncClock = SystemSyncClock(), timeout: Duration = .seconds(30),
    watchSilence: Duration = .seconds(45), pageSize: Int = 1000,
    overlapLimit: Int = 20
  ) {
    paths = FirestorePaths(settings: settings, share: share)
    codec = FirestoreDocumentCodec(paths: paths)
    exchange = FirestoreExchange(
      settings: settings, transport: transport, tokens: tokens, clock: clock, timeout: timeout)
    self.watchTransport = watchTransport ?? transport
    self.watchSilence = watchSilence
    self.pageSize = max(1, pageSize)
    self.overlapLimit = overlapLimit
  }

  /// How many changes one commit carries. The service has no limit of its own but its time and the
  /// size of the request.
  public var batchLimit: Int { 500 }

  public var kinds: [RecordKind] { paths.kinds }

  public var canWatch: Bool { true }
}
