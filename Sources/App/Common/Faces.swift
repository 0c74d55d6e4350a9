import Core
import Service
import Toolkit

/// What rows need to show people: who they are, and their pictures.
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

  /// What the person is called; the user ID of somebody who is not known.
  func name(of assignee: Assignee) -> String {
    directory.person(assignee.user, of: assignee.account)?.name ?? assignee.user
  }
}
