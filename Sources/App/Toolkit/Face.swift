/// As much of a person as an avatar shows.
struct Face: Hashable, Sendable {
  /// Gives the initials and the colour; nil: nobody knows who it is.
  var name: String?
  /// Where a picture can be had.
  var pictureURL: String?
}
