import Basics
import Core

/// The answers to other people that are quarantined on a computer for good, because nobody tries again. The
/// user sees what follows from the own answer, the server goes by the one before.
struct QuarantinedAnswers {
  private let ids: Set<ExactText>

  init(_ stuck: Set<RecordKey>) {
    ids = Set(stuck.filter { $0.kind == .consent }.map { ExactText($0.id) })
  }

  /// Whether somebody takes part in a list by the one answer and does not by the other.
  func concern(_ list: ListID, of owner: String) -> Bool {
    ids.contains(ExactText(Consent.id(of: owner, list)))
  }

  /// Whether a person's list is shown by the one answer and not by the other.
  func concern(_ list: ListID) -> Bool {
    ids.contains { $0.text.hasExactSuffix(":" + list.rawValue) }
  }

  /// Whether invitations by a person are shown by the one answer and not by the other.
  func concernInvitations(by owner: String) -> Bool {
    ids.contains(ExactText(Consent.id(of: owner, nil)))
  }
}
