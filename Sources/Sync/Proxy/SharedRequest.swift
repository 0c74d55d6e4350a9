import Core

/// One request of a proxy, shared by its readers.
struct SharedRequest<Value: Hashable & Sendable & Codable>: Sendable {
  typealias Answer = ServerAnswer<Value>

  let number: Int
  var task: Task<Void, Never>?
  /// Ends when the answer that is being stored now is stored.
  var keeping: Task<Void, Never>?
  var readers: [Int: AsyncThrowingStream<Answer, any Error>.Continuation] = [:]
  /// The answers so far; of partial answers only the last.
  private(set) var answers: [Answer] = []

  init(number: Int) {
    self.number = number
  }

  /// A reader who joins later gets what the others have received.
  mutating func add(
    _ continuation: AsyncThrowingStream<Answer, any Error>.Continuation, as reader: Int
  ) {
    for answer in answers { continuation.yield(answer) }
    readers[reader] = continuation
  }

  mutating func deliver(_ answer: Answer) {
    if let last = answers.last, !last.isComplete { answers.removeLast() }
    answers.append(answer)
    for continuation in readers.values { continuation.yield(answer) }
  }

  func end(throwing error: (any Error)?) {
    for continuation in readers.values { continuation.finish(throwing: error) }
  }
}
