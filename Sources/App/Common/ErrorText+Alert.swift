import Basics
import Core
import Platform
import Service
import Toolkit

extension ErrorText {
  /// An alert that reports an error and can only be closed.
  static func alert(_ error: StoreError, title: String) -> Alert {
    Alert(
      title: title, body: reason(error), responses: [.init("close", tr("_Close"))],
      defaultResponse: "close")
  }

  /// Reports that the saved text differs from the typed one, because control characters were left out.
  static var controlsLeftOut: Alert {
    Alert(
      title: tr("Invisible Characters Were Removed"),
      body: tr("The rest of the text was saved."),
      responses: [.init("close", tr("_Close"))], defaultResponse: "close")
  }
}
