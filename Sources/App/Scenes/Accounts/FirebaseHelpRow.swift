import CAdwaita
import CGtk
import Platform
import Toolkit

/// Explains step by step how to set up a Firebase project for the app, and where to find its ID and its key.
///
/// It is collapsed, because a user who has both does not need it.
@MainActor
final class FirebaseHelpRow {
  /// Source: https://firebase.google.com/docs/firestore/quickstart
  static let console = "https://console.firebase.google.com/"
  /// The Google Cloud console, in which the user chooses the project, with a shell below it.
  /// Source: https://cloud.google.com/shell/docs/launching-cloud-shell
  static let shell = "https://console.cloud.google.com/?cloudshell=true"

  /// The `AdwExpanderRow`.
  let widget: Widget
  private let onFailure: @MainActor (String) -> Void

  /// - Parameters:
  ///   - rulesPath: the path of the file with the database's security rules.
  ///   - indexesPath: the path of the file with the commands that create its indexes.
  ///   - onFailure: called with a description of what failed.
  init(
    rulesPath: String = DataDirectory.installed().firestoreRules,
    indexesPath: String = DataDirectory.installed().firestoreIndexes,
    onFailure: @escaping @MainActor (String) -> Void
  ) {
    self.onFailure = onFailure
    widget = adw_expander_row_new()
    adw_preferences_row_set_title(cast(widget), tr("Where Do I Find These?"))
    add(
      tr("1. In Firebase’s console, choose your project or create one."),
      openButton(tr("Open the Firebase Console"), Self.console))
    add(
      tr(
        "2. Create a Firestore database there, and replace what is under Rules by Optimist’s rules."
      ), copyButton(tr("Copy the Rules"), rulesPath, copied: tr("Rules copied")))
    add(
      tr(
        "3. For shared lists, open Google Cloud Shell and choose the same project at the top. Copy the commands for Optimist’s indexes, paste them there and press Enter."
      ), openButton(tr("Open Google Cloud Shell"), Self.shell),
      copyButton(tr("Copy the Commands"), indexesPath, copied: tr("Commands copied")))
    add(tr("4. Under Authentication, Sign-in method, turn on Email/Password."))
    add(
      tr(
        "5. Under Project settings, General, Your apps, add a web app. Copy all of “firebaseConfig” and paste it into “Project ID” above."
      ))
  }

  private func openButton(_ name: String, _ address: String) -> Widget {
    let button = RowButton.make("adw-external-link-symbolic", named: name)
    connect(button, "clicked") { [weak self] _ in
      guard let self else { return }
      ExternalLink.open(address, over: widget) { [onFailure = self.onFailure] address, reason in
        onFailure(tr("“%s” cannot be opened: %s", address, reason))
      }
    }
    return button
  }

  /// - Parameters:
  ///   - path: the path of the file whose text is copied.
  ///   - copied: what a screen reader says afterwards.
  private func copyButton(_ name: String, _ path: String, copied: String) -> Widget {
    let button = RowButton.make("edit-copy-symbolic", named: name)
    connect(button, "clicked") { [weak self] _ in
      Task {
        let text = await Task.detached { TextFile.read(path) }.value
        guard let self else { return }
        guard let text else { return self.onFailure(tr("The file “%s” cannot be read.", path)) }
        gdk_clipboard_set_text(gtk_widget_get_clipboard(self.widget), text)
        Accessibility.announce(copied, on: button)
      }
    }
    return button
  }

  private func add(_ text: String, _ buttons: Widget...) {
    let row: Widget = adw_action_row_new()
    adw_preferences_row_set_use_markup(cast(row), 0)
    adw_preferences_row_set_title(cast(row), text)
    adw_action_row_set_title_lines(cast(row), 0)
    for button in buttons { adw_action_row_add_suffix(cast(row), button) }
    adw_expander_row_add_row(cast(widget), row)
  }
}
