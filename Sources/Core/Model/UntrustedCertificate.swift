import Basics

/// What a person needs to decide about a certificate that the system does not trust. Self-signed ones are normal at
/// home.
public struct UntrustedCertificate: Hashable, Sendable, Codable {
  /// SHA-256 of the whole certificate, in lower-case hexadecimal digits.
  public let fingerprint: String
  /// The certificate's subject, as a distinguished name (RFC 4514); empty if it cannot be read. A stranger's text.
  @Exact public private(set) var subject: String
  /// The certificate's issuer, in the same form.
  @Exact public private(set) var issuer: String
  /// In seconds since 1970; nil if it cannot be read.
  public let validFrom: Int64?
  public let validUntil: Int64?

  /// The most characters that are kept of a name.
  private static let longestName = 500

  public init(
    fingerprint: String, subject: String, issuer: String, validFrom: Int64? = nil,
    validUntil: Int64? = nil
  ) {
    self.fingerprint = fingerprint
    self.subject = String(subject.prefix(Self.longestName))
    self.issuer = String(issuer.prefix(Self.longestName))
    self.validFrom = validFrom
    self.validUntil = validUntil
  }
}
