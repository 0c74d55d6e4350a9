/// As much of a person as an avatar shows.
package struct Face: Hashable, Sendable {
  /// Gives the initials and the colour; nil: nobody knows who it is.
  package var name: String?
  /// Where a picture can be had.
  package var pictureURL: String?

  package init(name: String? = nil, pictureURL: String? = nil) {
    self.name = name
    self.pictureURL = pictureURL
  }
}
