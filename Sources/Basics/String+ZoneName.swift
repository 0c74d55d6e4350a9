extension String {
  /// Whether the text can be the name of a time zone in the IANA database, such as `Asia/Seoul`, or `UTC`.
  ///
  /// Names come from servers, and the system looks them up as files, so only names that the database allows are
  /// accepted (https://data.iana.org/time-zones/theory.html#naming): no path that leads upwards, no absolute path, no
  /// other characters, and at most 64 bytes, which is twice the length of the longest name.
  package var isZoneName: Bool {
    guard (1...64).contains(utf8.count) else { return false }
    let parts = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { $0.first.map(isLetter) == true && $0.allSatisfy(isAllowed) }
  }

  /// Whether the text can be an offset from UTC as GLib writes it, such as `+09` or `-03:30`.
  package var isZoneOffset: Bool {
    guard (2...9).contains(utf8.count), let sign = utf8.first,
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    else { return false }
    return utf8.dropFirst().allSatisfy { isDigit($0) || $0 == UInt8(ascii: ":") }
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func isAllowed(_ byte: UInt8) -> Bool {
  isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+")
    || byte == UInt8(ascii: "-")
}
