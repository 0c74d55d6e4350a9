import CGtk
import Platform

/// Creates `GtkSignalListItemFactory`s whose rows are Swift objects.
@MainActor
package enum ListItemFactory {
  /// A factory for a list view over a `RowListModel` of the same rows.
  ///
  /// A row object is created with its list item and freed with it. It is bound to one row after another, and
  /// again each time the bound row changes. The closures live as long as the factory, so capture the view
  /// weakly.
  /// - Parameters:
  ///   - setup: creates a row object.
  ///   - bind: shows a row.
  ///   - unbind: stops showing it, before another one is shown; nil if nothing has to be done. It is not called for a
  ///     row object that is freed.
  ///   - accessibleLabel: the accessible name of the whole row; nil leaves it to the contents.
  ///   - prebuildsNext: whether to create the next row object in advance when idle, so that a new row appears sooner.
  /// - Returns: the factory, "transfer full" as `gtk_list_view_new` wants it.
  package static func make<Row: Identifiable & Equatable, RowView: RowWidget>(
    setup: @escaping @MainActor () -> RowView,
    bind: @escaping @MainActor (RowView, Row) -> Void,
    unbind: (@MainActor (RowView) -> Void)? = nil,
    accessibleLabel: (@MainActor (Row) -> String)? = nil,
    prebuildsNext: Bool = false
  ) -> OpaquePointer where Row.ID == String {
    let factory = opaque(gtk_signal_list_item_factory_new())
    let rows = RowFactory(prebuildsNext: prebuildsNext, setup)
    connect(factory, "setup") { arguments in
      guard let listItem = arguments.object(0) else { return }
      let view = rows.makeRow(in: listItem)
      let binding = Binding<Row, RowView>(view, unbind: unbind)
      attach(binding, to: listItem, key: bindingKey)
      attach(binding.shown, to: view.widget, key: shownKey)
    }
    connect(factory, "bind") { arguments in
      guard let listItem = arguments.object(0),
        let binding: Binding<Row, RowView> = attached(to: listItem, key: bindingKey),
        let item = RowItem<Row>.of(gtk_list_item_get_item(listItem))
      else { return }
      if !binding.hasBeenBound { optimist_list_item_prepare_style(listItem) }
      binding.bind(item) { view, row in
        bind(view, row)
        if let accessibleLabel {
          optimist_list_item_set_accessible_label(listItem, accessibleLabel(row))
        }
      }
    }
    // Before 4.12, GTK unbinds all rows after an inserted or removed one and binds them to the same items again. A row
    // therefore stays unchanged until it is bound to another item or freed.
    connect(factory, "teardown") { arguments in
      guard let listItem = arguments.object(0) else { return }
      gtk_list_item_set_child(listItem, nil)
      detach(from: listItem, key: bindingKey)
    }
    return factory
  }

  /// The row that is shown by the row object with this outermost widget; nil for any other widget.
  package static func row<Row: Equatable>(shownBy widget: Widget) -> Row? {
    (attached(to: widget, key: shownKey) as Shown<Row>?)?.row
  }

  private static var bindingKey: String { "optimist-row-binding" }
  private static var shownKey: String { "optimist-shown-row" }
}

/// What a row object shows at the moment.
@MainActor
private final class Shown<Row: Equatable> {
  var row: Row?
}

/// A row object and the item it currently shows.
@MainActor
private final class Binding<Row: Identifiable & Equatable, RowView: RowWidget>
where Row.ID == String {
  let view: RowView
  private(set) var hasBeenBound = false
  private var item: RowItem<Row>?
  let shown = Shown<Row>()
  private let unbind: (@MainActor (RowView) -> Void)?

  init(_ view: RowView, unbind: (@MainActor (RowView) -> Void)?) {
    self.view = view
    self.unbind = unbind
  }

  /// Shows an item, unless it is shown already.
  func bind(_ item: RowItem<Row>, _ show: @escaping @MainActor (RowView, Row) -> Void) {
    hasBeenBound = true
    if item === self.item, item.row == shown.row { return }
    release()
    self.item = item
    let showRow: @MainActor (RowItem<Row>) -> Void = { [weak self] item in
      guard let self else { return }
      shown.row = item.row
      show(view, item.row)
    }
    item.observe(self) { [weak item] in
      if let item { showRow(item) }
    }
    showRow(item)
  }

  isolated deinit { item?.stopObserving(self) }

  private func release() {
    guard let item else { return }
    item.stopObserving(self)
    self.item = nil
    shown.row = nil
    unbind?(view)
  }
}
