/// Somebody who has pictures, or gets them.
@MainActor
package protocol PictureLoading: AnyObject {
  /// The picture at an address, if it is here.
  func picture(at url: String) -> Texture?

  /// Gets a picture.
  /// - Parameter onPicture: gets it, or nil if there is none; not before this method has returned, and
  ///   never once the request is given up.
  /// - Returns: keeps the request alive; letting it go gives it up.
  func request(_ url: String, _ onPicture: @escaping @MainActor (Texture?) -> Void)
    -> PictureRequest
}
