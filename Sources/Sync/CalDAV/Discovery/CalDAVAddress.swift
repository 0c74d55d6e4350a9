import Basics

/// What a person types to name a server: an e-mail address, a host, or a URL.
struct CalDAVAddress: Hashable, Sendable {
  /// The host, or the domain of the e-mail address, in lower case.
  @Exact private(set) var domain: String
  /// Where to ask; nil for an e-mail address.
  let place: Place?
  /// The names to sign in with that an e-mail address offers, in the order in which they are tried (RFC 6764 §6).
  let users: [String]

  struct Place: Hashable, Sendable {
    let origin: DAVOrigin
    let path: DAVPath
  }

  /// Nil for any other text.
  init?(_ typed: String) {
    let scalars = typed.unicodeScalars.filter { !$0.properties.isWhitespace }
    let text = String(String.UnicodeScalarView(scalars))
    guard (1...2048).contains(text.utf8.count) else { return nil }
    if text.containsExactly("@"), !text.containsExactly("/") {
      let parts = text.splitExactly(at: "@")
      guard let last = parts.last, parts.count == 2, !parts[0].isEmpty,
        let (origin, _) = DAVOrigin.split("https://" + last)
      else { return nil }
      domain = origin.host
      place = nil
      users = [text, parts[0]]
      return
    }
    let lower = text.lowercased()
    let isURL = lower.hasExactPrefix("https://") || lower.hasExactPrefix("http://")
    guard isURL || !text.contains("://"),
      let (origin, path) = DAVOrigin.split(isURL ? text : "https://" + text)
    else { return nil }
    domain = origin.host
    place = Place(origin: origin, path: path)
    users = []
  }
}
