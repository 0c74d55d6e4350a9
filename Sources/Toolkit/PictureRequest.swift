/// That somebody waits for a picture; it is given up when this is let go.
@MainActor
package final class PictureRequest {
  private var onCancel: (@MainActor () -> Void)?

  package init(onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  /// Gives the request up; doing it twice does no harm.
  package func cancel() {
    onCancel?()
    onCancel = nil
  }

  isolated deinit {
    onCancel?()
  }
}
