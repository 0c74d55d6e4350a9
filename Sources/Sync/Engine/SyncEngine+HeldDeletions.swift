import Core

// A server without tombstones only shows that something is missing. If too much is, a person has to say whether it was
// deleted or lost; until then it stays here, and each round reports it again. Question and answer are in the store.

extension SyncEngine {
  /// Takes the deletions of a page that a person has answered for its records, and reports the others. An answer is
  /// about no more to-dos than the question was.
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
  /// The record as one that the server lost, which is sent again.
  fileprivate var asLost: RemoteRecord {
    RemoteRecord(key: key, state: .absent, version: nil, readAt: readAt, askedAfter: askedAfter)
  }
}
