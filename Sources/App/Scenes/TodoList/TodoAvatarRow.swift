import CGtk
import Core
import Platform
import Service
import Toolkit

/// The avatar of the assignee at the end of a row; created for the first assigned to-do.
@MainActor
final class TodoAvatarRow {
  let widget: Widget
  private let avatar: Avatar
  private let avatars: AvatarProvider
  private var assignee: Assignee?
  private var observation: AnyObject?
  private let onChange: @MainActor () -> Void
  private static let size: Int32 = 24

  /// - Parameter onChange: runs when more is known about the shown person.
  init(avatars: AvatarProvider, onChange: @escaping @MainActor () -> Void) {
    self.avatars = avatars
    self.onChange = onChange
    avatar = Avatar(size: Self.size, pictures: avatars.pictures)
    widget = avatar.widget
    Tooltip.set(on: widget) { [weak self] in
      guard let self, let assignee else { return nil }
      return tr("Assigned to %s", avatars.name(of: assignee))
    }
  }

  /// - Parameter assignee: nil hides the avatar; nothing is loaded or looked up then.
  func show(_ assignee: Assignee?) {
    guard assignee != self.assignee else { return }
    self.assignee = assignee
    gtk_widget_set_visible(widget, (assignee != nil).gboolean)
    guard assignee != nil else {
      observation = nil
      avatar.clear()
      return
    }
    if observation == nil {
      observation = avatars.directory.observe { [weak self] in self?.directoryDidChange() }
    }
    showAvatar()
  }

  private func showAvatar() {
    if let assignee { avatar.show(avatars.content(of: assignee)) }
  }

  private func directoryDidChange() {
    guard let assignee else { return }
    let content = avatars.content(of: assignee)
    guard content != avatar.content else { return }
    avatar.show(content)
    onChange()
  }
}
