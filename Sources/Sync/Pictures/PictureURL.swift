import Basics

/// The URL of a picture that may be requested: https on the internet, or http on this computer, without
/// credentials.
///
/// This computer is allowed for people of an emulator: ``FirestorePersonReader`` drops such URLs from other
/// servers.
///
/// Only a restricted syntax is accepted, so that no two parsers can disagree about the host.
struct PictureURL: Hashable, Sendable {
  /// In bytes.
  static let longest = 2000

  /// Percent-encoded, without a fragment.
  let text: String
  /// Whether it names this computer.
  let isLoopback: Bool

  init?(_ url: String) {
    guard url.utf8.count <= Self.longest,
      let separator = url.firstRange(of: "://")
    else { return nil }
    let scheme = url[..<separator.lowerBound].lowercased()
    let rest = url[separator.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let host = Self.host(authority) else { return nil }
    isLoopback = LoopbackHost.contains(host)
    guard isLoopback || Self.isOfInternet(host) else { return nil }
    guard scheme == "https" || scheme == "http" && isLoopback else { return nil }
    guard let path = Self.encoded(rest.dropFirst(authority.count)) else { return nil }
    text = scheme + "://" + authority.lowercased() + path
  }

  /// False for addresses of this computer and the networks around it. Where a name leads is checked when
  /// connecting.
  private static func isOfInternet(_ host: String) -> Bool {
    if host.hasPrefix("[") {
      return InternetAddress(String(host.dropFirst().dropLast()))?.isPublic ?? false
    }
    let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    let last = labels.last { !$0.isEmpty } ?? ""
    // The resolver parses this as an octal, hexadecimal or single number (inet_aton(3)).
    let isNumber = last.utf8.allSatisfy { (48...57).contains($0) } || last.hasPrefix("0x")
    if isNumber { return InternetAddress(host)?.isPublic ?? false }
    return last != "localhost"
  }

  /// The host of `host` or `host:port`; nil for anything else, including user names.
  private static func host(_ authority: Substring) -> String? {
    var host = authority
    if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
      let digits = authority[authority.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits), port > 0
      else { return nil }
      host = authority[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      let isAddress = host.dropFirst().dropLast().utf8.allSatisfy {
        (48...58).contains($0) || (97...102).contains($0) || (65...70).contains($0) || $0 == 46
      }
      return isAddress && host.count > 2 ? String(host) : nil
    }
    let isName = host.utf8.allSatisfy {
      (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 45
        || $0 == 46
    }
    return isName && !host.isEmpty ? String(host) : nil
  }

  /// Bytes that are invalid in URLs are percent-encoded, except control characters, which are refused.
  private static func encoded(_ path: Substring) -> String? {
    var text = ""
    for character in path {
      for scalar in character.unicodeScalars {
        switch scalar.value {
        case 0...0x20, 0x7f, 0x5c: return nil
        case 0x21...0x7e where !"\"<>^`{|}".unicodeScalars.contains(scalar):
          text.unicodeScalars.append(scalar)
        default: text += String(Character(scalar)).percentEncodedSegment
        }
      }
    }
    return text
  }
}
