/// A request for a picture; releasing it cancels it.
@MainActor
package final class PictureRequest {
  private let onCancel: @MainActor () -> Void

  package init(onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  isolated deinit {
    onCancel()
  }
}

/// The protocol between ``PictureDecoder`` and its process: a length and a file are sent, a header and pixels
/// come back.
package enum PictureMessage {
  /// The longest file, in bytes: somewhat more than any source of pictures returns.
  package static let longestFile = 4 * 1024 * 1024
  /// The size of the length before a file, in bytes.
  package static let lengthSize = 4
  /// The size of an answer's header, in bytes.
  package static let headSize = 4

  package static func length(of file: [UInt8]) -> [UInt8] {
    (0..<lengthSize).map { UInt8(truncatingIfNeeded: file.count >> (8 * $0)) }
  }

  /// - Returns: nil if the length is not allowed.
  package static func length(_ bytes: [UInt8]) -> Int? {
    let length = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    return bytes.count == lengthSize && length <= longestFile ? length : nil
  }

  /// The header of an answer.
  package enum Head: Equatable {
    /// The size of the picture in pixels, and the bytes per pixel.
    case picture(width: Int, height: Int, channels: Int)
    case failure(PictureDecodingError)

    /// - Returns: nil for anything that a correct process would not send.
    package init?(_ bytes: [UInt8]) {
      guard bytes.count == PictureMessage.headSize else { return nil }
      let (width, height) = (Int(bytes[2]), Int(bytes[3]))
      switch (bytes[0], bytes[1]) {
      case (0, let channels):
        guard 1...PixbufDecoder.side ~= width, 1...PixbufDecoder.side ~= height,
          channels == 3 || channels == 4
        else { return nil }
        self = .picture(width: width, height: height, channels: Int(channels))
      case (1, 0): self = .failure(.unsupported)
      case (2, 0): self = .failure(.tooLarge)
      case (3, 0): self = .failure(.damaged)
      case (4, 0): self = .failure(.tooCostly)
      default: return nil
      }
    }

    package var bytes: [UInt8] {
      switch self {
      case .picture(let width, let height, let channels):
        [0, UInt8(channels), UInt8(width), UInt8(height)]
      case .failure(.unsupported): [1, 0, 0, 0]
      case .failure(.tooLarge): [2, 0, 0, 0]
      case .failure(.damaged): [3, 0, 0, 0]
      case .failure(.tooCostly), .failure(.unavailable): [4, 0, 0, 0]
      }
    }
  }
}
