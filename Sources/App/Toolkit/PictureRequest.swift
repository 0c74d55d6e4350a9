/// That somebody waits for a picture; it is given up when this is let go.
@MainActor
final class PictureRequest {
  private var onCancel: (@MainActor () -> Void)?

  init(onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  /// Gives the request up; doing it twice does no harm.
  func cancel() {
    onCancel?()
    onCancel = nil
  }

  isolated deinit {
    onCancel?()
  }
}
