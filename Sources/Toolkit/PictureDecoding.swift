import FoundationEssentials

/// Decodes pictures to pixels, off the main thread.
package protocol PictureDecoding: Sendable {
  func decode(_ data: Data) async throws(PictureDecodingError) -> DecodedPicture
}
