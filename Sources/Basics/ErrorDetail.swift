extension String {
  /// The longest detail from elsewhere that an error message shows, in characters.
  static let longestErrorDetail = 200

  /// The text for use in an error message: on one line, without invisible characters, and limited in length.
  /// Servers, libraries and file names may contain anything.
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
