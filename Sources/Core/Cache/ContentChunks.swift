import FoundationEssentials

/// Splits bytes into pieces at content-defined boundaries, so that a local change leaves the pieces before
/// and after it as they are, even if it changes the length.
///
/// A rolling hash covers the last 64 bytes; a piece ends where the hash's upper bits are zero.
enum ContentChunks {
  static let shortest = 1024
  static let longest = 32 * 1024
  /// Twelve bits: a piece has five kilobytes on average.
  private static let mask: UInt64 = 0xfff << 52

  /// One random number for each byte. They must never change, or no piece would be found again.
  private static let gear: [UInt64] = {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    return (0..<256).map { _ in
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }()

  static func split(_ data: Data) -> [Data] {
    data.withUnsafeBytes { bytes in
      gear.withUnsafeBufferPointer { gear in
        var pieces: [Data] = []
        var start = 0
        var hash: UInt64 = 0
        for index in 0..<bytes.count {
          hash = (hash << 1) &+ gear[Int(bytes[index])]
          let length = index + 1 - start
          guard length >= longest || length >= shortest && hash & mask == 0 else { continue }
          pieces.append(Data(bytes[start...index]))
          start = index + 1
          hash = 0
        }
        if start < bytes.count { pieces.append(Data(bytes[start...])) }
        return pieces
      }
    }
  }
}
