public import Core
import FoundationEssentials

/// Stores records in Cloud Firestore through its REST API, version 1
/// (https://firebase.google.com/docs/firestore/reference/rest).
///
/// Copies share the state of the live connection, and how much the connection carries.
public struct FirestoreBackend: SyncBackend {
  /// The largest request. The service takes 10 MiB
  /// (https://firebase.google.com/docs/firestore/quotas#writes_and_transactions), the emulator 4 MiB; above
  /// that it answers 429 as if a retry could succeed.
  static let maxRequestBytes = 4_000_000

  let paths: FirestorePaths
  let codec: FirestoreDocumentCodec
  let exchange: FirestoreExchange
  let watchTransport: any HTTPTransport
  let watchSilence: Duration
  let pageSize: Int
  /// How much of one kind is read, memberships excepted; nil for the default. Tests set less.
  var readLimit: FirestoreReadVolume?
  let lookbackLimit: Int
  let resumption = FirestoreResumption()
  let pageLimit: FirestorePageLimit

  /// - Parameters:
  ///   - share: the list of another person; nil for the user's own records.
  ///   - watchTransport: carries ``watch(since:shares:onSignal:)``, which occupies one connection while it
  ///     runs; nil uses `transport`.
  ///   - tokens: the credentials; nil sends the user's name to an emulator on this computer and nothing to
  ///     any other server.
  ///   - timeout: for each exchange as a whole.
  ///   - watchSilence: how long a live connection may be silent before the server is probed; the service
  ///     sends a keep-alive every 30 seconds.
  ///   - pageSize: how many documents to request at once, where the connection carries them in time.
  ///   - lookbackLimit: how many documents may be read again in each round, in case one became visible late.
  public init(
    settings: FirestoreSettings, share: Account.Share? = nil, transport: any HTTPTransport,
    watchTransport: (any HTTPTransport)? = nil, tokens: (any TokenProvider)? = nil,
    clock: any SyncClock = SystemSyncClock(), timeout: Duration = .seconds(30),
    watchSilence: Duration = .seconds(45), pageSize: Int = 2500,
    lookbackLimit: Int = 20
  ) {
    paths = FirestorePaths(settings: settings, share: share)
    codec = FirestoreDocumentCodec(paths: paths)
    exchange = FirestoreExchange(
      settings: settings, transport: transport, tokens: tokens, clock: clock, timeout: timeout)
    self.watchTransport = watchTransport ?? transport
    self.watchSilence = watchSilence
    self.pageSize = max(1, pageSize)
    pageLimit = FirestorePageLimit(most: pageSize)
    self.lookbackLimit = lookbackLimit
  }

  /// How many changes one commit carries. The service's only limits are time and the size of the request.
  public var batchLimit: Int { 500 }

  public var kinds: [RecordKind] { paths.kinds }

  public var canWatch: Bool { true }
}
