import Core
import Platform

/// Related keyboard shortcuts, as the window of the shortcuts shows them.
struct ShortcutGroup: Equatable {
  /// An action with its keys.
  struct Entry: Equatable {
    let title: String
    /// In the syntax of `gtk_accelerator_parse`; alternatives are separated by a space.
    let keys: String

    init(_ title: String, _ keys: String) {
      self.title = title
      self.keys = keys
    }
  }

  let title: String
  let entries: [Entry]

  /// All shortcuts of the application, without those that every window has.
  static var all: [ShortcutGroup] { [todos, lists, dialogs, application] }

  private static var todos: ShortcutGroup {
    .init(
      title: tr("To-Dos"),
      entries: [
        .init(tr("New to-do"), "<Control>n"),
        .init(tr("New to-do with details"), "<Control><Shift>n"),
        .init(tr("Mark as done or not done"), "space"),
        .init(tr("Mark as important or not"), "<Control>i"),
        .init(tr("Move up or down in its list"), "<Alt>Up <Alt>Down"),
        .init(tr("Make a subtask of the one above"), "<Control>bracketright"),
        .init(tr("Move up a level"), "<Control>bracketleft"),
        .init(tr("Show or hide subtasks"), "Right Left"),
        .init(tr("New subtask"), "<Shift>Return"),
        .init(tr("Move to another list"), "<Control><Shift>m"),
        .init(tr("Edit"), "Return F2"),
        .init(tr("Delete"), "Delete"),
        .init(tr("Menu of a to-do or list"), "Menu <Shift>F10"),
        .init(tr("Undo"), "<Control>z"),
        .init(tr("Redo"), "<Control><Shift>z"),
      ])
  }

  private static var lists: ShortcutGroup {
    .init(
      title: tr("Lists"),
      entries: [
        .init(tr("New list"), "<Control><Shift>l"),
        .init(tr("Edit"), "F2"),
        .init(tr("Move up or down"), "<Alt>Up <Alt>Down"),
        .init(tr("Delete"), "Delete"),
        .init(tr("Contents"), "<Control>o"),
      ])
  }

  private static var application: ShortcutGroup {
    .init(
      title: tr("Application"),
      entries: [
        .init(tr("Sync now"), "F5 <Control>r"),
        .init(tr("Accounts"), "<Control><Shift>a"),
        .init(tr("People"), "<Control><Shift>p"),
        .init(tr("Trash and Conflicts"), "<Control><Shift>t"),
        .init(tr("Preferences"), "<Control>comma"),
        .init(tr("Keyboard shortcuts"), "<Control>question <Control>F1"),
        .init(tr("Main list, to-dos or details"), "F6 <Shift>F6"),
        .init(tr("Main menu"), "F10"),
        .init(tr("Close window"), "<Control>w"),
        .init(tr("Quit"), "<Control>q"),
      ])
  }

  private static var dialogs: ShortcutGroup {
    .init(
      title: tr("Dialogs"),
      entries: [
        .init(tr("Save"), "<Control>Return"),
        .init(tr("Search people"), "<Control>f"),
        .init(tr("Read the contents again"), "F5 <Control>r"),
        .init(tr("Close"), "Escape <Control>w"),
      ])
  }
}
