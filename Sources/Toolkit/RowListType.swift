import CGtk
import Platform

/// The two GTypes of lists: `OptimistRowList`, a `GListModel`, and `OptimistRowItem`. Each object owns one Swift
/// object, which is freed with it.
@MainActor
package enum RowListType {
  package static let item: GType = register("OptimistRowItem")

  package static let list: GType = {
    let type = register("OptimistRowList")
    var interface = GInterfaceInfo(
      interface_init: { interface, _ in
        guard let interface else { return }
        implementListModel(interface.assumingMemoryBound(to: GListModelInterface.self))
      }, interface_finalize: nil, interface_data: nil)
    g_type_add_interface_static(type, g_list_model_get_type(), &interface)
    return type
  }()

  /// A new object that owns the content; "transfer full".
  package static func makeObject(_ type: GType, content: RowObjectContent) -> OpaquePointer {
    let object = opaque(g_object_new_with_properties(type, 0, nil, nil))
    boxed(object).pointee.box = Unmanaged.passRetained(content).toOpaque()
    return object
  }

  /// The Swift object that an object of the type owns; nil for an object of another type.
  package static func content(of object: some ObjectPointer, _ type: GType) -> RowObjectContent? {
    guard g_type_check_instance_is_a(cast(object), type) != 0 else { return nil }
    return boxed(object).pointee.box.map {
      Unmanaged<RowObjectContent>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func register(_ name: String) -> GType {
    g_type_register_static_simple(
      g_object_get_type(), name, guint(MemoryLayout<GObjectClass>.size),
      { classPointer, _ in
        classPointer?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = finalizeBoxed
      },
      guint(MemoryLayout<OptimistBoxedObject>.size), nil, GTypeFlags(rawValue: 0))
  }
}

private func boxed(_ object: some ObjectPointer) -> UnsafeMutablePointer<OptimistBoxedObject> {
  cast(object)
}

private let finalizeBoxed: @convention(c) (UnsafeMutablePointer<GObject>?) -> Void = { object in
  guard let object else { return }
  if let box = boxed(object).pointee.box {
    nonisolated(unsafe) let box = box
    MainActor.assumeIsolated {
      let content = Unmanaged<RowObjectContent>.fromOpaque(box).takeRetainedValue()
      content.objectWasFinalized()
    }
  }
  // Both types derive directly from GObject, and nothing derives from them.
  let parent = g_type_class_peek(g_object_get_type())
  parent?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize(object)
}

private func implementListModel(_ interface: UnsafeMutablePointer<GListModelInterface>) {
  interface.pointee.get_item_type = { _ in MainActor.assumeIsolated { RowListType.item } }
  interface.pointee.get_n_items = { model in
    nonisolated(unsafe) let model = model
    return MainActor.assumeIsolated { guint(rowList(model)?.count ?? 0) }
  }
  interface.pointee.get_item = { model, position in
    nonisolated(unsafe) let model = model
    nonisolated(unsafe) var item: gpointer?
    MainActor.assumeIsolated { item = rowList(model)?.makeItem(at: Int(position))?.rawPointer }
    return item
  }
}

@MainActor
private func rowList(_ model: OpaquePointer?) -> RowList? {
  model.flatMap { RowListType.content(of: $0, RowListType.list) } as? RowList
}
