extension SyncError {
  /// Whether the same request may succeed a moment later. A server that names a time is not asked
  /// before it.
  var isWorthAQuickTry: Bool {
    switch self {
    case .transient(_, let retryAfter): retryAfter == nil
    case .protocolViolation: true
    case .rejected, .conflict, .authentication: false
    }
  }
}
