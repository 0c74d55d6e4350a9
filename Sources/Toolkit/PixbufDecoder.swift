import CGtk

/// Decodes a picture to a small square with GdkPixbuf, in the calling process: ``PictureWorker``'s.
///
/// A picture states its size before its pixels are decoded. One that claims too much is refused then, because
/// a few bytes can claim gigabytes. Of an animation the first frame is used.
package enum PixbufDecoder {
  /// The side of the result in pixels: 48, doubled for high-resolution screens.
  package static let side = 96
  /// The longest side that a picture may claim.
  package static let longestSide = 8000
  /// The most pixels that a picture may claim.
  package static let mostPixels = 24_000_000
  /// How many bytes are read before checking whether the picture is too large.
  private static let chunk = 4096

  package static func decode(_ file: [UInt8]) throws(PictureDecodingError) -> DecodedPicture {
    guard let kind = PictureKind(file) else { throw .unsupported }
    let needed = try kind.needed(of: file)
    guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, nil) else {
      throw .unsupported
    }
    defer { g_object_unref(loader) }
    let claim = Claim()
    let isRead = Self.read(needed, into: loader, noting: claim)
    guard !claim.isTooLarge else { throw .tooLarge }
    guard isRead, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader),
      let square = Self.square(of: pixbuf)
    else { throw .damaged }
    defer { g_object_unref(UnsafeMutableRawPointer(square)) }
    return try Self.pixels(of: square)
  }

  /// Makes GdkPixbuf load its files for every format while that is still possible.
  package static func prepare() {
    for kind in PictureKind.allCases {
      guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, nil) else { continue }
      gdk_pixbuf_loader_close(loader, nil)
      g_object_unref(loader)
    }
  }

  /// The size that a picture claims.
  private final class Claim {
    var isTooLarge = false
  }

  /// - Returns: whether all of it could be read.
  private static func read(
    _ data: [UInt8], into loader: UnsafeMutablePointer<GdkPixbufLoader>, noting claim: Claim
  ) -> Bool {
    let sizePrepared:
      @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, CInt, CInt, gpointer?) -> Void = {
        loader, width, height, claim in
        guard let loader, let claim else { return }
        let wanted = PixbufDecoder.size(for: Int(width), Int(height))
        if wanted == nil {
          Unmanaged<Claim>.fromOpaque(claim).takeUnretainedValue().isTooLarge = true
        }
        // A size of zero makes the loader stop before it allocates memory for the pixels.
        gdk_pixbuf_loader_set_size(loader, CInt(wanted?.width ?? 0), CInt(wanted?.height ?? 0))
      }
    return withExtendedLifetime(claim) {
      g_signal_connect_data(
        loader, "size-prepared", unsafeBitCast(sizePrepared, to: GCallback.self),
        Unmanaged.passUnretained(claim).toOpaque(), nil, GConnectFlags(rawValue: 0))
      var isRead = true
      data.withUnsafeBytes { bytes in
        var start = 0
        while isRead, !claim.isTooLarge, start < bytes.count {
          let end = min(bytes.count, start + chunk)
          let part = bytes.bindMemory(to: UInt8.self).baseAddress.map { $0 + start }
          isRead = gdk_pixbuf_loader_write(loader, part, gsize(end - start), nil) != 0
          start = end
        }
      }
      // A loader must be closed in any case.
      return gdk_pixbuf_loader_close(loader, nil) != 0 && isRead
    }
  }

  /// The size to which a picture is scaled so that its shorter side fits; nil if it is refused.
  package static func size(for width: Int, _ height: Int) -> (width: Int, height: Int)? {
    guard isAcceptable(width, height) else { return nil }
    let shorter = min(width, height)
    guard shorter > side else { return (width, height) }
    return (max(side, width * side / shorter), max(side, height * side / shorter))
  }

  /// Whether a picture may claim this size.
  package static func isAcceptable(_ width: Int, _ height: Int) -> Bool {
    width > 0 && height > 0 && max(width, height) <= longestSide && width * height <= mostPixels
  }

  /// The centre square of a picture, upright; "transfer full".
  private static func square(of pixbuf: OpaquePointer) -> OpaquePointer? {
    guard let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
    let (width, height) = (gdk_pixbuf_get_width(upright), gdk_pixbuf_get_height(upright))
    let length = min(width, height, CInt(side))
    return gdk_pixbuf_new_subpixbuf(
      upright, (width - length) / 2, (height - length) / 2, length, length)
  }

  private static func pixels(of pixbuf: OpaquePointer) throws(PictureDecodingError)
    -> DecodedPicture
  {
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == 3 || channels == 4,
      let start = gdk_pixbuf_read_pixels(pixbuf)
    else { throw .damaged }
    let (width, height) = (
      Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf))
    )
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * channels)
    for row in 0..<height {
      pixels += UnsafeBufferPointer(start: start + row * stride, count: width * channels)
    }
    return DecodedPicture(width: width, height: height, pixels: pixels, hasAlpha: channels == 4)
  }
}
