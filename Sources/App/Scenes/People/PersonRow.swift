import CGtk
import Core
import Platform
import Service
import Toolkit

/// The widgets of a row of the people, reused for one person after another.
@MainActor
final class PersonRow: RowWidget {
  let widget: Widget
  private let avatar: Avatar
  private let name: Widget
  private let username: Widget
  private static let size: Int32 = 40

  init(pictures: (any PictureLoading)?) {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    avatar = Avatar(size: Self.size, pictures: pictures)
    name = gtk_label_new(nil)
    username = gtk_label_new(nil)
    gtk_widget_add_css_class(widget, "person-row")
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_hexpand(texts, 1)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    for label in [name, username] {
      gtk_label_set_xalign(opaque(label), 0)
      gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_END)
      gtk_box_append(cast(texts), label)
    }
    gtk_widget_add_css_class(username, "dim-label")
    gtk_widget_add_css_class(username, "caption")
    for child in [avatar.widget, texts] { gtk_box_append(cast(widget), child) }
  }

  func show(_ row: PersonRowModel) {
    avatar.show(row.avatar)
    gtk_label_set_text(opaque(name), row.name)
    gtk_label_set_text(opaque(username), row.username)
    gtk_widget_set_visible(username, (!row.username.isEmpty).gboolean)
  }

  /// Releases the picture; the row shows nobody until it is reused.
  func forget() {
    avatar.clear()
  }
}

extension PersonRowModel {
  /// The initials come from the name, the picture from its address.
  var avatar: AvatarContent { AvatarContent(name: name, pictureURL: person.pictureURL) }
}
