extension SyncError {
  /// Whether the same request may succeed a moment later. If the server names a time, it is not asked before
  /// that.
  var isWorthAQuickTry: Bool {
    switch self {
    case .transient(_, let retryAfter): retryAfter == nil
    case .protocolViolation: true
    case .rejected, .conflict, .authentication: false
    }
  }
}
