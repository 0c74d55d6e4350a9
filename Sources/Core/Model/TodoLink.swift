import Basics

/// The rules for the link of a to-do.
public enum TodoLink {
  /// The longest link, in UTF-8 bytes.
  public static let maximumBytes = 2_000

  /// Whether a link may be opened with a click. Links come from strangers, and other schemes start programs or name
  /// files of this computer.
  public static func isSafe(_ url: String) -> Bool {
    guard url.utf8.count <= maximumBytes,
      url.unicodeScalars.allSatisfy({
        !TodoContent.isControl($0) && !$0.properties.isWhitespace
      })
    else { return false }
    let parts = url.splitExactly(at: ":", most: 1)
    guard parts.count == 2, !parts[1].isEmpty else { return false }
    let scheme = parts[0].lowercased()
    if schemesWithHost.contains(where: { $0.isExactly(scheme) }) {
      return parts[1].hasExactPrefix("//") && parts[1].utf8.count > 2
    }
    return schemes.contains { $0.isExactly(scheme) }
  }

  /// A typed link, with `https://` prepended if it begins with a host and has no scheme, as in browsers:
  /// “example.org/a”, “localhost:8000”. Any other text stays as it is.
  public static func completed(_ typed: String) -> String {
    let link = typed.trimmed
    let whole = "https://" + link
    return !isSafe(link) && beginsWithHost(link) && isSafe(whole) ? whole : typed
  }

  /// Whether a text begins with a name that a server can have, or an IPv4 address, and perhaps a port.
  private static func beginsWithHost(_ text: String) -> Bool {
    let authority = text.unicodeScalars.prefix { !"/?#".unicodeScalars.contains($0) }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2 else { return false }
    if parts.count == 2, !(1...5).contains(parts[1].count) || !parts[1].allSatisfy(isDigit) {
      return false
    }
    if String(host).lowercased().isExactly("localhost") { return true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.count > 1, labels.allSatisfy(isLabel) else { return false }
    // A number with a point is no host.
    if last.allSatisfy(isDigit) { return labels.count == 4 && host.allSatisfy(isPartOfAddress) }
    return last.count > 1 && last.first.map(isDigit) == false
  }

  /// Whether a text is one part of a host's name (RFC 1123, section 2.1); letters are those of any language.
  private static func isLabel(_ text: Substring.UnicodeScalarView) -> Bool {
    text.first != nil && text.first != "-" && text.last != "-"
      && text.allSatisfy { scalar in
        scalar == "-" || isDigit(scalar) || scalar.properties.isAlphabetic
          || scalar.properties.generalCategory == .nonspacingMark
      }
  }

  private static func isPartOfAddress(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || scalar == "."
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static let schemesWithHost = ["http", "https"]
  private static let schemes = ["mailto", "tel", "sms", "xmpp", "matrix", "geo"]
}
