import Core
import Platform

/// The names of values that the fields of a to-do or list can have.
enum FieldText {
  static func name(of level: Priority.Level) -> String {
    switch level {
    case .none: trc("a value that is not set", "None")
    case .low: trc("priority", "Low")
    case .medium: trc("priority", "Medium")
    case .high: trc("priority", "High")
    }
  }

  static func name(of status: Todo.Status) -> String {
    switch status {
    case .open: trc("what became of a to-do", "Open")
    case .done: tr("Completed")
    case .cancelled: trc("what became of a to-do", "Cancelled")
    }
  }

  static func name(of order: ListOrder) -> String {
    switch order {
    case .manual: trc("how a list is sorted", "By Hand")
    case .due: trc("how a list is sorted", "By Due Date")
    case .priority: trc("how a list is sorted", "By Priority")
    case .title: trc("how a list is sorted", "By Title")
    case .added: trc("how a list is sorted", "Newest First")
    }
  }
}
