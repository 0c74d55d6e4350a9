import Core

/// The state of a live connection: which targets are active, what changed, and up to where changes were
/// reported.
///
/// The connection carries the user's own records and lists of other people, each with its own targets. If the
/// server refuses the targets of a shared list, only those end.
struct FirestoreListener: Sendable {
  /// One query on the connection.
  struct Target: Hashable, Sendable {
    /// Any number but 0.
    let id: Int
    let kind: RecordKind
    /// The time from which the query asks for changes.
    let start: Timestamp
    /// The resume token of an earlier connection.
    let token: String?
  }

  /// The targets of one account.
  struct Part: Sendable {
    let paths: FirestorePaths
    let targets: [Target]

    var share: Account.Share? { paths.share }
  }

  /// A signal and the share it concerns; nil for the user's own account.
  typealias Signal = (share: Account.Share?, signal: LiveSignal)

  /// The progress of one part.
  private struct Progress {
    let part: Part
    var waiting: Set<Int>
    var isConnected = false
    /// The server stopped serving it.
    var isRefused = false
    var changed: [RecordKey: RecordVersion?] = [:]

    init(_ part: Part) {
      self.part = part
      waiting = Set(part.targets.map(\.id))
    }
  }

  private let resumption: FirestoreResumption
  private var parts: [Progress]
  private let partOfTarget: [Int: Int]

  init(parts: [Part], resumption: FirestoreResumption) {
    self.parts = parts.map(Progress.init)
    self.resumption = resumption
    var owners: [Int: Int] = [:]
    for (number, part) in parts.enumerated() {
      for target in part.targets { owners[target.id] = number }
    }
    partOfTarget = owners
  }

  /// Processes messages.
  /// - Returns: the resulting signals, in order.
  /// - Throws: the reason why the server stopped serving the user's own account.
  mutating func take(_ answers: [FirestoreListenAnswer]) throws(SyncError) -> [Signal] {
    var signals: [Signal] = []
    for answer in answers {
      if let error = answer.error {
        throw FirestoreErrorClassifier.error(
          status: error.code, body: error, isConditional: false, retryAfter: nil)
      }
      if let change = answer.targetChange { try take(change, &signals) }
      if let change = answer.documentChange {
        guard let version = RecordVersion(updateTime: change.document.updateTime) else {
          throw .protocolViolation(detail: "document without its times")
        }
        try note(
          change.document.name, version,
          (change.targetIds ?? []) + (change.removedTargetIds ?? []))
      }
      if let removal = answer.documentDelete ?? answer.documentRemove {
        try note(removal.document, nil, removal.removedTargetIds ?? [])
      }
    }
    for number in parts.indices where !parts[number].isRefused {
      let share = parts[number].part.share
      if !parts[number].changed.isEmpty {
        signals.append((share, .changed(parts[number].changed)))
        parts[number].changed = [:]
      }
      if parts[number].waiting.isEmpty, !parts[number].isConnected {
        parts[number].isConnected = true
        signals.append((share, .connected))
      }
    }
    return signals
  }

  private mutating func take(
    _ change: FirestoreListenAnswer.TargetChange, _ signals: inout [Signal]
  ) throws(SyncError) {
    let named = Set(change.targetIds ?? [])
    // An empty list means all targets.
    let numbers =
      named.isEmpty ? Array(parts.indices) : Set(named.compactMap { partOfTarget[$0] }).sorted()
    if numbers.isEmpty, change.targetChangeType == "REMOVE" {
      throw FirestoreStatusCode.error(of: change.cause)
    }
    for number in numbers {
      let targets = parts[number].part.targets
      let affected = named.isEmpty ? targets : targets.filter { named.contains($0.id) }
      switch change.targetChangeType {
      case "REMOVE" where affected.allSatisfy(\.kind.isAboutOthers):
        // The server does not support lists shared between people.
        parts[number].waiting.subtract(affected.map(\.id))
      case "REMOVE":
        guard let share = parts[number].part.share else {
          throw FirestoreStatusCode.error(of: change.cause)
        }
        if !parts[number].isRefused { signals.append((share, .refused)) }
        parts[number].isRefused = true
        resumption.forget(share)
        continue
      case "CURRENT":
        parts[number].waiting.subtract(affected.map(\.id))
      default:
        // RESET announces all documents again; known ones are recognised by their version.
        break
      }
      // A token is valid only for a target that has reported everything up to it.
      guard let token = change.resumeToken, !token.isEmpty, !parts[number].isRefused else {
        continue
      }
      for target in affected where !parts[number].waiting.contains(target.id) {
        resumption.keep(
          .init(start: target.start, token: token), of: target.kind,
          in: parts[number].part.share)
      }
    }
  }

  /// Records a document for every part that it may concern: two lists of one person are in one tree.
  private mutating func note(_ name: String, _ version: RecordVersion?, _ targets: [Int])
    throws(SyncError)
  {
    let named = Set(targets.compactMap { partOfTarget[$0] })
    var isKnown = false
    for number in parts.indices where named.isEmpty || named.contains(number) {
      guard let key = parts[number].part.paths.key(ofDocument: name) else { continue }
      isKnown = true
      parts[number].changed.updateValue(version, forKey: key)
    }
    guard isKnown else {
      throw .protocolViolation(detail: "a document that was not asked for")
    }
  }
}
