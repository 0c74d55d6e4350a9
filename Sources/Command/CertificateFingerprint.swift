import ArgumentParser

/// The SHA-256 fingerprint of a certificate, as typed after `--trust-certificate`.
enum CertificateFingerprint {
  /// The fingerprint in lower case and without colons; nil if the text is not one.
  static func normalized(_ text: String) -> String? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 64 else { return nil }
    let lower = String(decoding: digits, as: UTF8.self).lowercased()
    let isHexadecimal = lower.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return isHexadecimal ? lower : nil
  }

  /// - Throws: `ValidationError` if the text is not a fingerprint. Nil is accepted.
  static func check(_ text: String?) throws {
    if let text, normalized(text) == nil {
      throw ValidationError("--trust-certificate takes 64 hexadecimal digits.")
    }
  }
}
