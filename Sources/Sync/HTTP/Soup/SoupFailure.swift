import Basics
import CSoup
import Core

/// Turns the errors of GIO and libsoup into ``HTTPFailure``, by domain and code.
enum SoupFailure {
  /// Classifies an error and releases it.
  static func take(_ error: UnsafeMutablePointer<GError>?) -> HTTPFailure {
    guard let error else { return .unreachable(reason: "no reason given") }
    defer { g_error_free(error) }
    let code = Int(error.pointee.code)
    switch error.pointee.domain {
    case g_tls_error_quark():
      return .tls
    case g_io_error_quark() where code == Int(G_IO_ERROR_CANCELLED.rawValue):
      return .cancelled
    case g_io_error_quark() where code == Int(G_IO_ERROR_TIMED_OUT.rawValue):
      return .timedOut
    case g_io_error_quark() where code == Int(G_IO_ERROR_INVALID_DATA.rawValue):
      return .malformedResponse
    case soup_session_error_quark():
      return .malformedResponse
    case g_io_error_quark() where interruptions.contains(code):
      return .interrupted(reason: reason(of: error))
    default:
      return .unreachable(reason: reason(of: error))
    }
  }

  private static let interruptions = [
    Int(G_IO_ERROR_BROKEN_PIPE.rawValue), Int(G_IO_ERROR_PARTIAL_INPUT.rawValue),
  ]

  private static func reason(of error: UnsafeMutablePointer<GError>) -> String {
    error.pointee.message.map { String(cString: $0).asErrorDetail } ?? ""
  }
}
