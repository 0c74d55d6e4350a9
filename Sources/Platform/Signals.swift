import CGLib

/// Runs a closure on each emission of a signal, until the object is freed or the handler is disconnected.
///
/// The closure lives as long as the object, and so does everything it captures strongly: capture a controller
/// that owns the object weakly.
/// - Parameters:
///   - object: the emitter.
///   - signal: the signal's name, with detail if any: `"clicked"`, `"notify::folded"`.
/// - Returns: the handler's id for `g_signal_handler_block` and `g_signal_handler_disconnect`.
@MainActor @discardableResult
package func connect(
  _ object: some ObjectPointer, _ signal: String,
  _ handler: @escaping @MainActor (SignalArguments) -> Void
) -> gulong {
  connect(object, signal, SignalHandler { arguments, _ in handler(arguments) })
}

/// Like `connect` for a signal whose handlers return a boolean, such as `"close-request"`.
@MainActor @discardableResult
package func connectReturningBool(
  _ object: some ObjectPointer, _ signal: String,
  _ handler: @escaping @MainActor (SignalArguments) -> Bool
) -> gulong {
  connect(object, signal, handler) { g_value_set_boolean($0, $1.gboolean) }
}

/// Like `connect` for a signal whose handlers return a number, such as `"input"` of a `GtkSpinButton`.
@MainActor @discardableResult
package func connectReturningInt(
  _ object: some ObjectPointer, _ signal: String,
  _ handler: @escaping @MainActor (SignalArguments) -> Int
) -> gulong {
  connect(object, signal, handler) { g_value_set_int($0, gint(clamping: $1)) }
}

/// Like `connect` for a signal whose handlers return flags, such as `"motion"` of a `GtkDropTarget`.
@MainActor @discardableResult
package func connectReturningFlags(
  _ object: some ObjectPointer, _ signal: String,
  _ handler: @escaping @MainActor (SignalArguments) -> UInt32
) -> gulong {
  connect(object, signal, handler) { g_value_set_flags($0, $1) }
}

/// Like `connect` for a signal whose handlers return an object or nil, "transfer full", such as `"prepare"` of a
/// `GtkDragSource`.
@MainActor @discardableResult
package func connectReturningObject(
  _ object: some ObjectPointer, _ signal: String,
  _ handler: @escaping @MainActor (SignalArguments) -> OpaquePointer?
) -> gulong {
  connect(object, signal, handler) { g_value_take_object($0, $1?.rawPointer) }
}

/// - Parameter setResult: gives the emitter what the handler returned, if the emitter asks for it.
@MainActor
private func connect<Result>(
  _ object: some ObjectPointer, _ signal: String,
  _ handler: @escaping @MainActor (SignalArguments) -> Result,
  setResult: @escaping (UnsafeMutablePointer<GValue>, Result) -> Void
) -> gulong {
  connect(
    object, signal,
    SignalHandler { arguments, result in
      let value = handler(arguments)
      if let result { setResult(result, value) }
    })
}

/// The Swift side of one connection; its closure owns it.
@MainActor
private final class SignalHandler {
  let run: @MainActor (SignalArguments, UnsafeMutablePointer<GValue>?) -> Void

  init(_ run: @escaping @MainActor (SignalArguments, UnsafeMutablePointer<GValue>?) -> Void) {
    self.run = run
  }
}

@MainActor
private func connect(_ object: some ObjectPointer, _ signal: String, _ handler: SignalHandler)
  -> gulong
{
  let data = Unmanaged.passRetained(handler).toOpaque()
  let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
  g_closure_set_marshal(closure, marshalSignal)
  g_closure_add_finalize_notifier(closure, data) { data, _ in
    guard let data else { return }
    Unmanaged<SignalHandler>.fromOpaque(data).release()
  }
  let id = g_signal_connect_closure(object.rawPointer, signal, closure, 0)
  assert(id != 0, "the object has no signal \(signal)")
  return id
}

/// One marshaller serves every signal: it passes the values on as they are.
private let marshalSignal: GClosureMarshal = { closure, result, count, values, _, _ in
  guard let data = closure?.pointee.data, let values else { return }
  nonisolated(unsafe) let (unsafeData, unsafeValues, unsafeResult) = (data, values, result)
  MainActor.assumeIsolated {
    let handler = Unmanaged<SignalHandler>.fromOpaque(unsafeData).takeUnretainedValue()
    handler.run(SignalArguments(values: unsafeValues, count: Int(count)), unsafeResult)
  }
}
