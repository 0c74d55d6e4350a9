import CAdwaita
import CGtk
import Platform
import Toolkit

/// Says step by step how a Firebase project is made ready for the app, and where its ID and its key are shown.
///
/// It is folded: who has them at hand needs none of it.
@MainActor
final class FirebaseHelpRow {
  /// Source: https://firebase.google.com/docs/firestore/quickstart
  static let console = "https://console.firebase.google.com/"

  /// The `AdwExpanderRow`.
  let widget: Widget

  /// - Parameters:
  ///   - rulesPath: of the file with the database's rules.
  ///   - onFailure: gets what could not be done, in words.
  init(
    rulesPath: String = DataDirectory.installed().firestoreRules,
    onFailure: @escaping @MainActor (String) -> Void
  ) {
    widget = adw_expander_row_new()
    adw_preferences_row_set_title(cast(widget), tr("Where Do I Find These?"))
    let open = RowButton.make("adw-external-link-symbolic", named: tr("Open the Firebase Console"))
    let copy = RowButton.make("edit-copy-symbolic", named: tr("Copy the Rules"))
    connect(open, "clicked") { [weak self] _ in
      guard let self else { return }
      ExternalLink.open(Self.console, over: widget) { address, reason in
        onFailure(tr("“%s” cannot be opened: %s", address, reason))
      }
    }
    connect(copy, "clicked") { [weak self] _ in
      Task {
        let text = await Task.detached { TextFile.read(rulesPath) }.value
        guard let self else { return }
        guard let text else {
          return onFailure(tr("The file “%s” cannot be read.", rulesPath))
        }
        gdk_clipboard_set_text(gtk_widget_get_clipboard(self.widget), text)
        Accessibility.announce(tr("Rules copied"), on: copy)
      }
    }
    for (text, button) in Self.steps(open: open, copy: copy) { add(text, button) }
  }

  private static func steps(open: Widget, copy: Widget) -> [(String, Widget?)] {
    [
      (tr("1. In Firebase’s console, choose your project or create one."), open),
      (
        tr(
          "2. Create a Firestore database there, and replace what is under Rules by Optimist’s rules."
        ), copy
      ),
      (tr("3. Under Authentication, Sign-in method, turn on Email/Password."), nil),
      (
        tr(
          "4. Under Project settings, General, Your apps, add a web app. Copy all of “firebaseConfig” and paste it into “Project ID” above."
        ), nil
      ),
    ]
  }

  private func add(_ text: String, _ button: Widget?) {
    let row: Widget = adw_action_row_new()
    adw_preferences_row_set_use_markup(cast(row), 0)
    adw_preferences_row_set_title(cast(row), text)
    adw_action_row_set_title_lines(cast(row), 0)
    if let button { adw_action_row_add_suffix(cast(row), button) }
    adw_expander_row_add_row(cast(widget), row)
  }
}
