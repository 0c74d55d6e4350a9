import Core
import Platform
import Service
import Sync
import Toolkit

/// The question about a certificate that the system does not trust. The names in it are unverified: whoever answered
/// the connection has written them.
struct CertificateQuestion {
  enum Answer: String {
    case cancel
    case trust
  }

  let certificate: UntrustedCertificate
  /// The fingerprint of the certificate trusted so far; nil for a new account.
  var former: String?
  /// The account's name, if it must be mentioned.
  var account: String?

  var alert: Alert {
    Alert(
      title: former == nil ? tr("Trust This Server?") : tr("Trust the New Certificate?"),
      body: [
        account.map { tr("Account: %s", $0) }, reason, lines.joined(separator: "\n"),
      ].compactMap { $0 }.joined(separator: "\n\n"),
      responses: [
        .init(Answer.cancel.rawValue, tr("_Cancel")),
        .init(Answer.trust.rawValue, tr("_Trust"), .destructive),
      ], closeResponse: Answer.cancel.rawValue)
  }

  private var reason: String {
    former == nil
      ? tr(
        "The system does not trust the server’s certificate. That is normal for a server at home. Otherwise somebody may be reading along: ask whoever runs the server whether the fingerprint is right."
      )
      : tr(
        "The server has another certificate than the one that you trust. It may have been renewed. Otherwise somebody may be reading along: ask whoever runs the server whether the new fingerprint is right. Nothing is sent until you decide."
      )
  }

  private var lines: [String] {
    var lines = [
      tr("Name: %s", PlainText.line(certificate.subject)),
      tr("Issued by: %s", PlainText.line(certificate.issuer)),
    ]
    if let end = certificate.validUntil, abs(end) < Int64.max / 1000 {
      lines.append(tr("Valid until: %s", DateText.long(milliseconds: end * 1000)))
    }
    let new = Self.grouped(certificate.fingerprint)
    guard let former else { return lines + [tr("SHA-256 fingerprint: %s", new)] }
    return lines + [
      tr("New SHA-256 fingerprint: %s", new),
      tr("Trusted so far: %s", Self.grouped(former)),
    ]
  }

  /// Splits the digits into groups of four, which are easier to compare.
  private static func grouped(_ digits: String) -> String {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count, by: 4).map {
      String(decoding: digits[$0..<min($0 + 4, digits.count)], as: UTF8.self)
    }.joined(separator: " ")
  }
}
