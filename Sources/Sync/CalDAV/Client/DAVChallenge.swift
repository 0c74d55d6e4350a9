import Basics

/// One way to authenticate that a server offers (RFC 9110 §11.6.1).
struct DAVChallenge: Hashable, Sendable {
  /// In lower case.
  let scheme: String
  /// Names in lower case.
  let parameters: [String: String]

  /// The most bytes of a field that are read.
  private static let longest = 8192

  /// All challenges in a `WWW-Authenticate` field, in their order. What cannot be read ends the list.
  static func all(in field: String) -> [DAVChallenge] {
    var reader = Reader(bytes: Array(field.utf8.prefix(longest)))
    var found: [DAVChallenge] = []
    while let challenge = reader.challenge() { found.append(challenge) }
    return found
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func challenge() -> DAVChallenge? {
      skip(", \t")
      guard let scheme = token() else { return nil }
      var parameters: [String: String] = [:]
      while true {
        let start = place
        skip(", \t")
        guard let name = token() else { break }
        skip(" \t")
        // A name without a value is the next scheme.
        guard take("="), place < bytes.count, bytes[place] != UInt8(ascii: "=") else {
          place = start
          break
        }
        skip(" \t")
        guard let value = take("\"") ? quoted() : token() else { break }
        parameters[name.lowercased()] = value
      }
      return DAVChallenge(scheme: scheme.lowercased(), parameters: parameters)
    }

    private mutating func skip(_ characters: String) {
      while place < bytes.count, characters.utf8.contains(bytes[place]) { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
      place += 1
      return true
    }

    private mutating func token() -> String? {
      let start = place
      while place < bytes.count, bytes[place] > 0x20, bytes[place] < 0x7f,
        !"\"(),;<=>?@[\\]{}".utf8.contains(bytes[place])
      { place += 1 }
      return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func quoted() -> String? {
      var text: [UInt8] = []
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
        if byte == UInt8(ascii: "\\"), place < bytes.count {
          text.append(bytes[place])
          place += 1
        } else {
          text.append(byte)
        }
      }
      return nil
    }
  }
}
