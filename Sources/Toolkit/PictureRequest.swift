/// A request for a picture; releasing it cancels it.
@MainActor
package final class PictureRequest {
  private var onCancel: (@MainActor () -> Void)?

  package init(onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  /// Cancels the request; calling it twice does no harm.
  package func cancel() {
    onCancel?()
    onCancel = nil
  }

  isolated deinit {
    onCancel?()
  }
}
