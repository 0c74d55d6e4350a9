extension String {
  /// The longest part of a message that comes from elsewhere, in characters.
  static let longestErrorDetail = 200

  /// The text as a part of an error message: on one line, without anything that cannot be seen, and no longer
  /// than a person reads. Servers, libraries and file names may say anything of any length.
  public var asErrorDetail: String {
    var detail = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      if count == Self.longestErrorDetail {
        detail.append("…")
        break
      }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: detail.append(" ")
      case .format, .surrogate, .privateUse, .unassigned: detail.append("\u{FFFD}")
      default: detail.append(scalar)
      }
      count += 1
    }
    return String(detail)
  }
}
