import ArgumentParser

/// The SHA-256 fingerprint of a certificate, as it is typed behind `--trust-certificate`.
enum CertificateFingerprint {
  /// In lower case and without colons; nil if it is none.
  static func normalized(_ text: String) -> String? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 64 else { return nil }
    let lower = String(decoding: digits, as: UTF8.self).lowercased()
    let isHexadecimal = lower.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return isHexadecimal ? lower : nil
  }

  /// - Throws: `ValidationError` for what is none; nil is left out, and all right.
  static func check(_ text: String?) throws {
    if let text, normalized(text) == nil {
      throw ValidationError("--trust-certificate takes 64 hexadecimal digits.")
    }
  }
}
