/// What an avatar shows of a person.
package struct AvatarContent: Hashable, Sendable {
  /// Determines the initials and the colour; nil if the person is unknown.
  package var name: String?
  /// The URL of the picture.
  package var pictureURL: String?

  package init(name: String? = nil, pictureURL: String? = nil) {
    self.name = name
    self.pictureURL = pictureURL
  }
}
