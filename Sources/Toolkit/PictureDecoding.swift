import FoundationEssentials

/// Somebody who makes pixels of the bytes of a picture, off the main thread.
package protocol PictureDecoding: Sendable {
  func decode(_ data: Data) async throws(PictureDecodingError) -> DecodedPicture
}
