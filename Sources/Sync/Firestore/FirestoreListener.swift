import Core

/// Follows the messages of a live connection: which targets stand, what changed, how far it was told.
struct FirestoreListener: Sendable {
  /// One query on the connection.
  struct Target: Hashable, Sendable {
    /// Any number but 0.
    let id: Int
    let kind: RecordKind
    /// From when on the query asks for changes.
    let start: Timestamp
    /// Where an earlier connection ended.
    let token: String?
  }

  private let targets: [Target]
  private let paths: FirestorePaths
  private let resumption: FirestoreResumption
  private var waiting: Set<Int>
  private var isConnected = false

  init(targets: [Target], paths: FirestorePaths, resumption: FirestoreResumption) {
    self.targets = targets
    self.paths = paths
    self.resumption = resumption
    waiting = Set(targets.map(\.id))
  }

  /// Takes messages in.
  /// - Returns: what they amount to, in order.
  /// - Throws: the reason for which the server does not serve a target any more.
  mutating func take(_ answers: [FirestoreListenAnswer]) throws(SyncError) -> [LiveSignal] {
    var changed: [RecordKey: RecordVersion?] = [:]
    for answer in answers {
      if let error = answer.error {
        throw FirestoreErrorClassifier.error(
          status: error.code, body: error, isConditional: false, retryAfter: nil)
      }
      if let change = answer.targetChange { try take(change) }
      if let document = answer.documentChange?.document {
        guard let version = RecordVersion(updateTime: document.updateTime) else {
          throw .protocolViolation(detail: "document without its times")
        }
        changed.updateValue(version, forKey: try key(of: document.name))
      }
      if let name = answer.documentDelete?.document ?? answer.documentRemove?.document {
        changed.updateValue(nil, forKey: try key(of: name))
      }
    }
    var signals: [LiveSignal] = []
    if !changed.isEmpty { signals.append(.changed(changed)) }
    if waiting.isEmpty, !isConnected {
      isConnected = true
      signals.append(.connected)
    }
    return signals
  }

  private mutating func take(_ change: FirestoreListenAnswer.TargetChange) throws(SyncError) {
    let named = change.targetIds ?? []
    let affected = named.isEmpty ? targets : targets.filter { named.contains($0.id) }
    switch change.targetChangeType {
    case "REMOVE" where !affected.isEmpty && affected.allSatisfy(\.kind.isAboutOthers):
      // The server keeps lists for one person alone.
      waiting.subtract(affected.map(\.id))
    case "REMOVE":
      throw FirestoreStatusCode.error(of: change.cause)
    case "CURRENT":
      waiting.subtract(affected.map(\.id))
    default:
      // RESET announces all documents again; what is known already is known by its version.
      break
    }
    // A token counts only for a target that has told everything up to it.
    guard let token = change.resumeToken, !token.isEmpty else { return }
    for target in affected where !waiting.contains(target.id) {
      resumption.keep(.init(start: target.start, token: token), of: target.kind)
    }
  }

  private func key(of name: String) throws(SyncError) -> RecordKey {
    guard let key = paths.key(ofDocument: name) else {
      throw .protocolViolation(detail: "a document that was not asked for")
    }
    return key
  }
}
