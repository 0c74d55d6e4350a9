/// Recognises this computer's host names and addresses, the only ones for which plain http is accepted.
enum LoopbackHost {
  /// Whether a host is `localhost`, in 127.0.0.0/8 or `::1` (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC
  /// 4291 §2.5.3). Other spellings of these addresses are not recognised.
  /// - Parameter host: without a port; IPv6 with or without brackets.
  static func contains(_ host: String) -> Bool {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name == "localhost" || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (48...57).contains($0) } && UInt8(part) != nil
      }
  }
}
