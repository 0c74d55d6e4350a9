import CGtk
import Platform

/// Opens addresses in other programs.
@MainActor
package enum ExternalLink {
  /// Opens an address in the program for its scheme. The caller must have checked that it is safe.
  /// - Parameter onFailure: called with the address and the reason why it could not be opened.
  package static func open(
    _ address: String, over widget: Widget,
    onFailure: @escaping @MainActor (_ address: String, _ reason: String) -> Void
  ) {
    guard let root = gtk_widget_get_root(widget) else { return }
    let call = Unmanaged.passRetained(Call(address, onFailure)).toOpaque()
    gtk_show_uri_full(
      cast(root), address, guint32(GDK_CURRENT_TIME), nil,
      { parent, result, data in
        guard let data else { return }
        nonisolated(unsafe) let (window, outcome, unsafeData) = (parent, result, data)
        MainActor.assumeIsolated {
          let call = Unmanaged<Call>.fromOpaque(unsafeData).takeRetainedValue()
          var error: UnsafeMutablePointer<GError>?
          guard gtk_show_uri_full_finish(cast(window), outcome, &error) == 0 else { return }
          let reason = error.map { String(cString: $0.pointee.message) } ?? ""
          g_clear_error(&error)
          call.onFailure(call.address, reason)
        }
      }, call)
  }

  private final class Call {
    let address: String
    let onFailure: @MainActor (_ address: String, _ reason: String) -> Void

    init(
      _ address: String, _ onFailure: @escaping @MainActor (String, String) -> Void
    ) {
      self.address = address
      self.onFailure = onFailure
    }
  }
}
