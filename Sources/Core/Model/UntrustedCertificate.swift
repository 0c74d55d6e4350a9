import Basics

/// What a person needs to decide about a certificate that the system does not trust. Self-signed ones are normal at
/// home.
public struct UntrustedCertificate: Hashable, Sendable, Codable {
  /// SHA-256 of the whole certificate, in lower-case hexadecimal digits.
  public let fingerprint: String
  /// Whom it names, as a distinguished name (RFC 4514); empty if it cannot be read. Written by a stranger.
  @Exact public private(set) var subject: String
  /// Who vouches for it.
  @Exact public private(set) var issuer: String
  /// In seconds since 1970; nil if it cannot be read.
  public let validFrom: Int64?
  public let validUntil: Int64?

  /// More characters of a name are not kept.
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
