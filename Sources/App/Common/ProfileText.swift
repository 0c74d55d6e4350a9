import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The texts about the user's profile.
enum ProfileText {
  static func title(of field: ProfileProblem.Field) -> String {
    switch field {
    case .fullname: tr("Full Name")
    case .username: tr("User Name")
    case .pictureURL: tr("Address of a Picture (optional)")
    }
  }

  static func reason(_ problem: ProfileProblem) -> String {
    switch problem {
    case .usernameMissing: tr("A user name is needed.")
    case .usernameHasSpace: tr("A user name cannot contain spaces.")
    case .usernameIsAddress: tr("A user name cannot contain “@”.")
    case .fullnameIsAddress: tr("A full name cannot contain “@”.")
    case .tooLong: tr("The text is too long.")
    case .pictureAddressInvalid:
      tr("The address of a picture begins with “https://”.")
    case .notKept(let reason): reason
    }
  }

  /// The title of the switch that lets others find the user; the detail explains it.
  static var findableTitle: String { tr("Others Can Find Me") }
  static var findableDetail: String {
    tr(
      "Everybody with an account on the server sees this profile in the list of people. Otherwise only those see it who share a list with you."
    )
  }

  /// Reports a profile that could not be stored on this computer.
  static func unsaved(_ problem: ProfileProblem) -> Alert {
    Alert(
      title: tr("Your Profile Was Not Saved"), body: reason(problem),
      responses: [.init("close", tr("_Close"))], defaultResponse: "close", closeResponse: "close")
  }

  /// - Parameter problem: why the server refused the profile.
  static func refusal(_ problem: SyncProblem) -> Alert {
    Alert(
      title: tr("Your Profile Was Not Saved"), body: ErrorText.reason(problem),
      responses: [
        .init("later", tr("_Later")), .init("discard", tr("_Discard"), .destructive),
        .init("again", tr("_Try Again"), .suggested),
      ],
      defaultResponse: "again", closeResponse: "later", details: ErrorText.detail(problem))
  }
}
