import CGLib

/// The arguments of a signal emission. They are counted from 0, without the emitter.
///
/// Valid only during the handler. Reading an argument as another type than the signal's gives a GLib critical
/// warning and zero.
@MainActor
package struct SignalArguments {
  private let values: UnsafePointer<GValue>
  private let valueCount: Int

  /// - Parameters:
  ///   - values: the emitter and the parameters, as GLib gives them to a marshaller.
  ///   - count: their number, at least 1.
  package init(values: UnsafePointer<GValue>, count: Int) {
    self.values = values
    valueCount = count
  }

  /// The object that emits the signal.
  package var emitter: OpaquePointer { opaque(g_value_get_object(values)) }

  /// The number of parameters.
  package var count: Int { valueCount - 1 }

  package func object(_ index: Int) -> OpaquePointer? {
    g_value_get_object(value(index)).map { OpaquePointer($0) }
  }

  package func string(_ index: Int) -> String? {
    g_value_get_string(value(index)).map { String(cString: $0) }
  }

  package func bool(_ index: Int) -> Bool { g_value_get_boolean(value(index)) != 0 }

  package func int(_ index: Int) -> Int { Int(g_value_get_int(value(index))) }

  package func uint(_ index: Int) -> Int { Int(g_value_get_uint(value(index))) }

  package func double(_ index: Int) -> Double { g_value_get_double(value(index)) }

  /// A pointer to where the handler writes a result.
  package func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_pointer(value(index))
  }

  /// The bits of a flags type, such as `GdkModifierType`.
  package func flags(_ index: Int) -> UInt32 { g_value_get_flags(value(index)) }

  /// A `GVariant`, such as the target of an action; borrowed.
  package func variant(_ index: Int) -> OpaquePointer? { g_value_get_variant(value(index)) }

  /// The object in a `GValue` that is itself the argument; nil for another value.
  package func objectInValue(_ index: Int) -> OpaquePointer? {
    guard let boxed = g_value_get_boxed(value(index)) else { return nil }
    let value = UnsafePointer<GValue>(boxed.assumingMemoryBound(to: GValue.self))
    guard g_type_check_value_holds(value, g_object_get_type()) != 0 else { return nil }
    return g_value_get_object(value).map { OpaquePointer($0) }
  }

  private func value(_ index: Int) -> UnsafePointer<GValue> {
    precondition(index >= 0 && index < count, "the signal has no parameter \(index)")
    return values + index + 1
  }
}
