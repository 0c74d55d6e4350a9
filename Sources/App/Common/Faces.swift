import Core
import Service
import Toolkit

/// The names and pictures of people, for rows that show them.
@MainActor
final class Faces {
  let directory: PeopleDirectory
  let pictures: any PictureLoading

  init(directory: PeopleDirectory, pictures: any PictureLoading) {
    self.directory = directory
    self.pictures = pictures
  }

  func face(of assignee: Assignee) -> Face {
    guard let person = directory.person(assignee.user, of: assignee.account) else { return Face() }
    return Face(name: person.name, pictureURL: person.pictureURL)
  }

  /// The person's name, or the user ID if the person is not known.
  func name(of assignee: Assignee) -> String {
    directory.person(assignee.user, of: assignee.account)?.name ?? assignee.user
  }
}
