import Core
import Service
import Toolkit

/// The names and pictures of people, for rows that show them.
@MainActor
final class AvatarProvider {
  let directory: PeopleDirectory
  let pictures: any PictureLoading

  init(directory: PeopleDirectory, pictures: any PictureLoading) {
    self.directory = directory
    self.pictures = pictures
  }

  func content(of assignee: Assignee) -> AvatarContent {
    guard let person = directory.person(assignee.user, of: assignee.account) else {
      return AvatarContent()
    }
    return AvatarContent(name: person.name, pictureURL: person.pictureURL)
  }

  /// The person's name, or the user ID if the person is not known.
  func name(of assignee: Assignee) -> String {
    directory.person(assignee.user, of: assignee.account)?.name ?? assignee.user
  }
}
