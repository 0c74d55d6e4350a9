import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The rows of the details about the recurrence: a choice of simple rules, the rows for a custom one, and a summary of
/// the rule with its next dates.
@MainActor
final class RepeatRow {
  /// The rows, to be stacked in this order.
  let rows: [Widget]
  private let choice: Widget
  private let custom: CustomRepeatRow
  private let summary: Widget
  private var choices: [RepeatForm.Choice] = []

  init(presenter: DetailsPresenter) {
    choice = adw_combo_row_new()
    custom = CustomRepeatRow(presenter: presenter)
    summary = adw_action_row_new()
    rows = [choice] + custom.rows + [summary]
    adw_preferences_row_set_title(cast(choice), trc("how a to-do repeats", "Repeat"))
    adw_preferences_row_set_use_markup(cast(summary), 0)
    connect(choice, "notify::selected") { [weak self, weak presenter] _ in
      guard let self, let presenter, !presenter.screen.isRendering else { return }
      let index = Int(adw_combo_row_get_selected(cast(choice)))
      if choices.indices.contains(index) { presenter.didChooseRepeat(choices[index]) }
    }
  }

  func render(_ state: DetailsState) {
    // A rule that the rows cannot show is offered only while the to-do has it.
    choices = RepeatForm.Choice.allCases.filter {
      $0 != .foreign || state.repeatChoice == .foreign
    }
    ComboRow.show(
      choices.map(Self.words), chosen: choices.firstIndex(of: state.repeatChoice) ?? 0, in: choice)
    custom.render(state.repeatChoice == .custom ? state.repeatForm : nil)
    // A simple rule is described by the first row already.
    let isPlain = ![.custom, .foreign].contains(state.repeatChoice)
    let rule = state.todo.recurrence
    let words = isPlain ? "" : rule.map(RecurrenceText.words) ?? ""
    let next = rule == nil ? "" : Self.next(state)
    gtk_widget_set_visible(summary, (!words.isEmpty || !next.isEmpty).gboolean)
    adw_preferences_row_set_title(cast(summary), words.isEmpty ? next : words)
    adw_action_row_set_subtitle(cast(summary), words.isEmpty ? "" : next)
  }

  private static func next(_ state: DetailsState) -> String {
    guard state.todo.due != nil || state.todo.start != nil else {
      return tr("Needs a day to repeat")
    }
    guard let next = state.nextOccurrences else { return "" }
    if next.isEmpty { return tr("This is the last time") }
    let days = next.map { DateText.near($0.local(in: .local).day, today: state.today) }
    // Translators: %s are days: “Then Tomorrow, Thursday and Friday”
    return tr("Then %s", RecurrenceText.list(days))
  }

  private static func words(_ choice: RepeatForm.Choice) -> String {
    switch choice {
    case .never: trc("how a to-do repeats", "Never")
    case .daily: tr("Every day")
    case .weekdays: tr("Every weekday")
    case .weekly: tr("Every week")
    case .monthly: tr("Every month")
    case .yearly: tr("Every year")
    case .custom: trc("how a to-do repeats", "Custom")
    case .foreign: trc("how a to-do repeats", "Own rule")
    }
  }
}
