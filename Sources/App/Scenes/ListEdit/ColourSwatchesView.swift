import Basics
import CGtk
import Core
import Platform
import Toolkit

/// A row with the colours for lists, of which one or none is chosen.
///
/// The arrow keys move between the colours, as in any group of radio buttons.
@MainActor
final class ColourSwatchesView {
  let widget: Widget
  private var buttons: [(colour: ListColour?, widget: Widget)] = []
  private var isRendering = false

  /// - Parameter onChoose: called with the chosen colour; nil for none.
  init(onChoose: @escaping @MainActor (ListColour?) -> Void) {
    widget = optimist_box_new_with_role(
      GTK_ORIENTATION_HORIZONTAL, 2, GTK_ACCESSIBLE_ROLE_RADIO_GROUP)
    Accessibility.setLabel(tr("Color"), on: widget)
    for colour in [nil] + ListColour.allCases.map(Optional.some) {
      let button: Widget = optimist_radio_button_new()
      if let first = buttons.first?.widget {
        gtk_check_button_set_group(cast(button), cast(first))
      }
      let name = colour?.name ?? trc("a value that is not set", "None")
      gtk_widget_set_tooltip_text(button, name)
      Accessibility.setLabel(name, on: button)
      gtk_widget_add_css_class(button, "swatch")
      if let colour { gtk_widget_add_css_class(button, colour.styleClass) }
      connect(button, "toggled") { [weak self] arguments in
        guard self?.isRendering == false,
          gtk_check_button_get_active(cast(arguments.emitter)) != 0
        else { return }
        onChoose(colour)
      }
      gtk_box_append(cast(widget), button)
      buttons.append((colour, button))
    }
    attach(self, to: widget)
  }

  func render(_ colour: ListColour?) {
    isRendering = true
    defer { isRendering = false }
    for button in buttons where button.colour == colour {
      gtk_check_button_set_active(cast(button.widget), 1)
    }
  }
}
