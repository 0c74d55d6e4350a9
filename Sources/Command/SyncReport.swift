import Basics
import Core
import Platform
import Service
import Sync

/// The outcome of a sync for one account, including its shared lists.
struct SyncReport: Sendable {
  let account: Account
  private(set) var sent = 0
  /// The number of to-dos and lists that changed here; records read again without a change do not count.
  var received = 0
  /// The number of records that could not be read.
  var unreadable = 0
  /// What is missing on the server and waits for the user's answer.
  var missing: [SyncSummary.Missing] = []
  private(set) var refusals: [SyncOutcome.Refusal] = []
  private var problems: [AccountID: SyncProblem] = [:]
  /// The end of a pause that the server asked for.
  private var pauseEnd: Timestamp?
  private var isCancelled = false

  /// - Parameter account: the account, or one of its shared lists if that reports first.
  init(_ account: Account, _ outcome: SyncOutcome) {
    self.account = account
    add(outcome, of: account)
  }

  mutating func add(_ outcome: SyncOutcome, of account: Account) {
    sent += outcome.sent
    refusals += outcome.refusals
    switch outcome.end {
    case .stopped(let retry), .tooEarly(let retry):
      problems[account.id] = retry.problem
      if retry.isAsked { pauseEnd = max(pauseEnd ?? retry.notBefore, retry.notBefore) }
    case .cancelled: isCancelled = true
    case .finished, .storeFailed: problems[account.id] = nil
    }
  }

  /// The shared lists that the server refused as a whole.
  var refusedShares: [AccountID] {
    problems.compactMap { id, problem in
      if case .refused = problem, id != id.root { id } else { nil }
    }
  }

  /// Removes the errors of shared lists that are no longer on this computer.
  mutating func forget(sharesBut left: Set<AccountID>) {
    problems = problems.filter { $0.key == $0.key.root || left.contains($0.key) }
  }

  /// The worst error; an error of the account itself comes before those of its lists.
  var problem: SyncProblem? {
    problems[account.id.root] ?? problems.min { $0.key.rawValue < $1.key.rawValue }?.value
  }

  var status: CommandStatus {
    if isCancelled { return .interrupted }
    if let problem { return Self.status(problem) }
    return refusals.isEmpty ? .done : .notAllowed
  }

  /// The printed lines, one sentence each.
  var lines: [String] {
    var lines: [String] = []
    if sent > 0 { lines.append(ntr("%d change sent", "%d changes sent", sent)) }
    if received > 0 { lines.append(ntr("%d change received", "%d changes received", received)) }
    lines += refusals.map {
      tr("“%s”: %s", ErrorText.short($0.title), ErrorText.line($0.problem))
    }
    if unreadable > 0 { lines.append(SyncText.unreadable(unreadable)) }
    lines += Self.missing(missing)
    if let problem {
      lines.append(Self.line(problem, of: account))
      if let pauseEnd { lines.append(Self.pause(until: pauseEnd)) }
    } else if isCancelled {
      lines.append(tr("Interrupted."))
    } else if lines.isEmpty {
      lines.append(tr("Up to date"))
    }
    return lines
  }

  /// Why an account does not synchronise, and the remedy if there is one.
  static func line(_ problem: SyncProblem, of account: Account) -> String {
    guard case .untrusted(let certificate) = problem else { return ErrorText.line(problem) }
    return ErrorText.line(problem) + " "
      + tr(
        "Its SHA-256 fingerprint is %s; you trust %s. If its owner confirms the new one, say “optimist sync --trust-certificate %s”.",
        certificate.fingerprint, account.trustedCertificate ?? "–", certificate.fingerprint)
  }

  /// The missing to-dos of each list, and how to answer.
  static func missing(_ missing: [SyncSummary.Missing]) -> [String] {
    guard !missing.isEmpty else { return [] }
    return missing.map { SyncText.missing($0) } + [
      tr(
        "Nothing happens to them here until you say “optimist sync --missing remove” or “optimist sync --missing keep”."
      )
    ]
  }

  /// The text about a pause that the server asked for.
  static func pause(until moment: Timestamp) -> String {
    tr(
      "The server asked to wait until %s.",
      DateText.medium(milliseconds: moment.milliseconds))
  }

  static func status(_ problem: SyncProblem) -> CommandStatus {
    switch problem {
    case .unreachable, .unavailable, .protocolViolation: .unavailable
    case .refused, .authentication: .notAllowed
    case .untrusted: .untrusted
    }
  }
}
