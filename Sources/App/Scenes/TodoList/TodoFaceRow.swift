import CGtk
import Core
import Platform
import Service
import Toolkit

/// The face of the assignee at the end of a row; created for the first assigned to-do.
@MainActor
final class TodoFaceRow {
  let widget: Widget
  private let avatar: Avatar
  private let faces: Faces
  private var assignee: Assignee?
  private var observation: AnyObject?
  private let onChange: @MainActor () -> Void
  private static let size: Int32 = 24

  /// - Parameter onChange: runs when more is known about the shown person.
  init(faces: Faces, onChange: @escaping @MainActor () -> Void) {
    self.faces = faces
    self.onChange = onChange
    avatar = Avatar(size: Self.size, pictures: faces.pictures)
    widget = avatar.widget
    Tooltip.set(on: widget) { [weak self] in
      guard let self, let assignee else { return nil }
      return tr("Assigned to %s", faces.name(of: assignee))
    }
  }

  /// - Parameter assignee: nil hides the face; nothing is loaded or looked up then.
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
      observation = faces.directory.observe { [weak self] in self?.directoryDidChange() }
    }
    showFace()
  }

  private func showFace() {
    if let assignee { avatar.show(faces.face(of: assignee)) }
  }

  private func directoryDidChange() {
    guard let assignee else { return }
    let face = faces.face(of: assignee)
    guard face != avatar.face else { return }
    avatar.show(face)
    onChange()
  }
}
