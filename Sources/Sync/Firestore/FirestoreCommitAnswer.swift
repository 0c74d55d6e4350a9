/// The answer to `:commit`.
struct FirestoreCommitAnswer: Decodable, Sendable {
  let writeResults: [WriteResult]
  let commitTime: String?

  struct WriteResult: Decodable, Sendable {
    let updateTime: String?
  }
}
