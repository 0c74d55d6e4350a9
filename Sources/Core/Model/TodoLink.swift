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

  private static let schemesWithHost = ["http", "https"]
  private static let schemes = ["mailto", "tel", "sms", "xmpp", "matrix", "geo"]
}
