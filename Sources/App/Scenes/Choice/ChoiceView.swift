import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

extension Dialog {
  /// A dialog in which the user chooses one item by its name.
  static func choice(_ presenter: ChoicePresenter) -> Dialog {
    Dialog(presenter) { parent, _ in ChoiceView(presenter: presenter, parent: parent).dialog }
  }
}

/// A dialog in which the user chooses one item by its name.
@MainActor
final class ChoiceView {
  let dialog: DialogView
  let presenter: ChoicePresenter
  private let search: Widget
  private let listView: Widget
  private let scroller: Widget
  private let nothing: Widget
  private let rows = KeyedRowList<Choice>()
  private let composition: Composition?
  private var isRendering: Bool { presenter.screen.isRendering }

  init(presenter: ChoicePresenter, parent: Widget?) {
    self.presenter = presenter
    search = gtk_search_entry_new()
    listView = gtk_list_view_new(nil, nil)
    scroller = scrolled(listView)
    nothing = gtk_label_new(presenter.texts.nothing)
    composition = Composition(inEntry: search)
    dialog = DialogView(
      title: presenter.texts.title, parent: parent, actionLabel: presenter.texts.action, width: 360,
      height: 420,
      onCancel: { [weak presenter] in presenter?.didClose() },
      onAction: { [weak presenter] in presenter?.didSubmit() })
    build()
    connectSignals()
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: search)
  }

  private func build() {
    setMargins(search, 12)
    Accessibility.setLabel(presenter.texts.search, on: search)
    dialog.append(search)
    let selection = gtk_single_selection_new(rows.model.retained())
    gtk_list_view_set_model(opaque(listView), selection)
    connect(opaque(selection), "notify::selected") { [weak self] arguments in
      guard let self, !isRendering else { return }
      presenter.didMark(Int(gtk_single_selection_get_selected(arguments.emitter)))
    }
    g_object_unref(UnsafeMutableRawPointer(selection))
    let factory = ListItemFactory.make(
      setup: { ChoiceRow() }, bind: { view, choice in view.show(choice) },
      accessibleLabel: { (choice: Choice) in
        [choice.name, choice.place].filter { !$0.isEmpty }
          .joined(separator: trc("separator of spoken parts", ", "))
      })
    gtk_list_view_set_factory(opaque(listView), factory)
    g_object_unref(UnsafeMutableRawPointer(factory))
    gtk_list_view_set_single_click_activate(opaque(listView), 1)
    for style in ["navigation-sidebar", "background"] { gtk_widget_add_css_class(listView, style) }
    Accessibility.setLabel(presenter.texts.list, on: listView)
    gtk_widget_set_vexpand(scroller, 1)
    dialog.append(scroller)
    gtk_widget_add_css_class(nothing, "dim-label")
    gtk_widget_set_vexpand(nothing, 1)
    dialog.append(nothing)
  }

  private func connectSignals() {
    connect(search, "changed") { [weak self] _ in
      guard let self, !isRendering else { return }
      presenter.didChangeQuery(String(cString: gtk_editable_get_text(opaque(search))))
    }
    connect(search, "activate") { [weak presenter] _ in presenter?.didSubmit() }
    connect(search, "stop-search") { [weak presenter] _ in presenter?.didClose() }
    connect(listView, "activate") { [weak presenter] arguments in
      presenter?.didActivate(arguments.uint(0))
    }
    KeyboardController.onKeyPressed(search, phase: GTK_PHASE_CAPTURE) {
      [weak presenter, weak composition] key, modifiers in
      guard modifiers.isEmpty, composition?.isGoingOn != true else { return false }
      switch key {
      case GDK_KEY_Down, GDK_KEY_KP_Down: presenter?.didMoveMark(1)
      case GDK_KEY_Up, GDK_KEY_KP_Up: presenter?.didMoveMark(-1)
      default: return false
      }
      return true
    }
  }

  func render(_ state: ChoiceState) {
    rows.update(to: state.choices)
    let isEmpty = state.choices.isEmpty
    if !isEmpty {
      gtk_single_selection_set_selected(
        opaque(gtk_list_view_get_model(opaque(listView))), guint(state.marked))
      gtk_widget_activate_action_variant(
        listView, "list.scroll-to-item", g_variant_new_uint32(guint(state.marked)))
    }
    gtk_widget_set_visible(scroller, (!isEmpty).gboolean)
    gtk_widget_set_visible(nothing, (isEmpty && state.isReady).gboolean)
    dialog.setActionSensitive(!isEmpty)
  }
}
