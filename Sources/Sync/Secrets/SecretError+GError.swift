import CSecret

extension SecretError {
  /// Classifies an error by domain and code, and releases it.
  static func take(_ error: UnsafeMutablePointer<GError>?) -> SecretError {
    let failure = optimist_secret_failure(error)
    defer { if let error { g_error_free(error) } }
    switch failure {
    case OPTIMIST_SECRET_UNAVAILABLE: return .unavailable
    case OPTIMIST_SECRET_LOCKED: return .locked
    case OPTIMIST_SECRET_TIMED_OUT: return .timedOut
    default:
      guard let error else { return .failed(detail: "no error given") }
      let name = g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? "?"
      return .failed(detail: "\(name) \(error.pointee.code)")
    }
  }
}
