import Core

// A server without tombstones only shows that records are missing. If too many are, the user has to say whether they
// were deleted or lost. Until then they stay here, and each round reports them again. Question and answer are in the
// store.

extension SyncEngine {
  /// Lets through the held deletions of a page that the user has answered for, and reports the others. An answer covers
  /// no more to-dos than the question did.
  func takeHeld(_ page: inout ChangePage, _ outcome: inout SyncOutcome) async throws(SyncStop) {
    guard !page.held.isEmpty else { return }
    let answers: [ListID: (answer: MissingAnswer, count: Int)]
    if let known = missingAnswers {
      answers = known
    } else {
      answers = try await stored { () throws(StoreError) in
        try await store.missingAnswers(of: account)
      }
      missingAnswers = answers
    }
    for held in page.held {
      if let (answer, count) = answers[held.list], held.count <= count {
        page.records += answer == .remove ? held.records : held.records.map(\.asLost)
      } else if !outcome.held.contains(where: { $0.list == held.list }) {
        outcome.held.append(held)
      }
    }
  }
}

extension RemoteRecord {
  /// The record as one that the server has lost, which is sent again.
  fileprivate var asLost: RemoteRecord {
    RemoteRecord(key: key, state: .absent, version: nil, readAt: readAt, askedAfter: askedAfter)
  }
}
