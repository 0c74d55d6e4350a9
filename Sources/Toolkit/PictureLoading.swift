/// Provides pictures from memory, or loads them.
@MainActor
package protocol PictureLoading: AnyObject {
  /// The picture at a URL, if it is in memory.
  func picture(at url: String) -> Texture?

  /// Loads a picture.
  /// - Parameter onPicture: receives the picture, or nil if there is none. Not called before this method has
  ///   returned, and never after the request is cancelled.
  /// - Returns: the request; releasing it cancels it.
  func request(_ url: String, _ onPicture: @escaping @MainActor (Texture?) -> Void)
    -> PictureRequest
}
