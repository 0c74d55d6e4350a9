import Basics
import Core

/// The answers to invitations that stay quarantined on a computer because nobody retries. The user sees the effect of
/// the new answer, while the server still applies the previous one.
struct QuarantinedAnswers {
  private let ids: Set<ExactText>

  init(_ stuck: Set<RecordKey>) {
    ids = Set(stuck.filter { $0.kind == .consent }.map { ExactText($0.id) })
  }

  /// Whether the two answers differ about the user taking part in the list.
  func concern(_ list: ListID, of owner: String) -> Bool {
    ids.contains(ExactText(Consent.id(of: owner, list)))
  }

  /// Whether the two answers differ about showing the list.
  func concern(_ list: ListID) -> Bool {
    ids.contains { $0.text.hasExactSuffix(":" + list.rawValue) }
  }

  /// Whether the two answers differ about showing a person's invitations.
  func concernInvitations(by owner: String) -> Bool {
    ids.contains(ExactText(Consent.id(of: owner, nil)))
  }
}
