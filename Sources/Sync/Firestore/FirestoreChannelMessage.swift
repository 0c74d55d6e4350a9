import FoundationEssentials

/// One numbered message of the channel that carries the Listen stream.
///
/// The only documentation of the protocol is the code of Google's Closure library
/// (https://github.com/google/closure-library/blob/master/closure/goog/labs/net/webchannel/webchannelbase.js).
/// A body consists of chunks: the length of a JSON array in UTF-16 units, a line feed, and the array of
/// `[number, payload]`.
struct FirestoreChannelMessage: Decodable, Sendable {
  enum Payload: Sendable {
    /// The channel is open and has this session name.
    case opened(session: String)
    case answers([FirestoreListenAnswer])
    /// The server closes the channel.
    case closed
    /// A keep-alive.
    case nothing
  }

  let number: Int
  let payload: Payload

  init(from decoder: any Decoder) throws {
    var message = try decoder.unkeyedContainer()
    number = try message.decode(Int.self)
    var payload = try message.nestedUnkeyedContainer()
    guard let word = try? payload.decode(String.self) else {
      var answers: [FirestoreListenAnswer] = []
      while !payload.isAtEnd {
        // An error may be wrapped in one more array.
        if let several = try? payload.decode([FirestoreListenAnswer].self) {
          answers += several
        } else {
          answers.append(try payload.decode(FirestoreListenAnswer.self))
        }
      }
      self.payload = .answers(answers)
      return
    }
    switch word {
    case "c": self.payload = .opened(session: try payload.decode(String.self))
    case "stop", "close": self.payload = .closed
    default: self.payload = .nothing
    }
  }

  /// The messages in a body, in order.
  static func read(_ body: Data) throws(SyncError) -> [FirestoreChannelMessage] {
    var rest = String(decoding: body, as: UTF8.self).utf16[...]
    var messages: [FirestoreChannelMessage] = []
    while !rest.isEmpty {
      // The length is limited to that of the body, so that the addition cannot overflow.
      guard let line = rest.firstIndex(of: 10), let length = length(rest[..<line]),
        length <= body.count,
        let end = rest.index(line, offsetBy: length + 1, limitedBy: rest.endIndex),
        let chunk = String(rest[rest.index(after: line)..<end])
      else { throw .protocolViolation(detail: "live connection cut off") }
      messages += try FirestoreBackend.decode(
        [FirestoreChannelMessage].self, from: Data(chunk.utf8))
      rest = rest[end...]
    }
    return messages
  }
  /// The number in front of a chunk; nil unless it consists of digits.
  private static func length(_ digits: Substring.UTF16View) -> Int? {
    guard let text = String(digits), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
