/// The 64-bit FNV-1a hash (draft-eastlake-fnv), which is the same in every process and on every device. Not
/// cryptographic: it only distinguishes texts that nobody chose to collide.
package enum StableHash {
  /// The hash of some bytes as 16 hexadecimal digits.
  /// - Parameter salt: another number gives another hash of the same bytes.
  package static func hex(_ bytes: some Sequence<UInt8>, salt: UInt64 = 0) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ salt
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
