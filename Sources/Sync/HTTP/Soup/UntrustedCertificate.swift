import CSoup
import Core

extension UntrustedCertificate {
  /// Reads what a certificate says; nil if it has no bytes.
  init?(_ certificate: UnsafeMutablePointer<GTlsCertificate>) {
    guard let bytes = optimist_certificate_bytes(certificate) else { return nil }
    defer { g_byte_array_unref(bytes) }
    guard
      let digest = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, bytes.pointee.data, gsize(bytes.pointee.len))
    else { return nil }
    defer { g_free(digest) }
    self.init(
      fingerprint: String(cString: digest),
      subject: Self.name(g_tls_certificate_get_subject_name(certificate)),
      issuer: Self.name(g_tls_certificate_get_issuer_name(certificate)),
      validFrom: Self.moment(g_tls_certificate_get_not_valid_before(certificate)),
      validUntil: Self.moment(g_tls_certificate_get_not_valid_after(certificate)))
  }

  private static func name(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  private static func moment(_ time: OpaquePointer?) -> Int64? {
    guard let time else { return nil }
    defer { g_date_time_unref(time) }
    return Int64(g_date_time_to_unix(time))
  }
}
