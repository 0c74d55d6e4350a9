import CSoup

/// A thread that runs exchanges one at a time.
///
/// The thread runs a main loop on a context of its own and work reaches it as a source of that
/// context, so that libsoup can watch its idle connections between two exchanges.
///
/// Unchecked: the context and the loop may be used from any thread
/// (https://docs.gtk.org/glib/struct.MainContext.html); the sessions are touched on the thread only.
final class SoupWorker: @unchecked Sendable {
  /// Asked after each exchange, on the worker's thread, for the following one.
  typealias Next = @Sendable (SoupWorker) -> SoupExchange?

  private let context: OpaquePointer?
  private let loop: OpaquePointer?
  private let sessions = SoupSessions()

  init() {
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    // Without a thread, which means a system out of memory, exchanges end at their time limit.
    let thread = g_thread_try_new(
      "http",
      { data in
        guard let data else { return nil }
        Unmanaged<SoupWorker>.fromOpaque(data).takeRetainedValue().runLoop()
        return nil
      },
      Unmanaged.passRetained(self).toOpaque(), nil)
    if let thread { g_thread_unref(thread) }
  }

  deinit {
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  /// Runs an exchange, then those that `next` hands out.
  func run(_ exchange: SoupExchange, next: @escaping Next) {
    perform { [self] in
      if !exchange.isEnded { exchange.end(sessions.run(exchange)) }
      if let following = next(self) { run(following, next: next) }
    }
  }

  /// Ends the thread after the work under way.
  func stop() {
    perform { [self] in
      sessions.close()
      g_main_loop_quit(loop)
    }
  }

  private func runLoop() {
    g_main_context_push_thread_default(context)
    g_main_loop_run(loop)
    g_main_context_pop_thread_default(context)
  }

  /// Runs `body` on the thread. A source is attached rather than `g_main_context_invoke` called,
  /// because that runs the function at once, here, while the thread has not begun its loop.
  private func perform(_ body: @escaping @Sendable () -> Void) {
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        guard let data else { return 0 }
        Unmanaged<SoupWork>.fromOpaque(data).takeUnretainedValue().body()
        return 0
      },
      Unmanaged.passRetained(SoupWork(body)).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<SoupWork>.fromOpaque(data).release()
      })
    g_source_attach(source, context)
    g_source_unref(source)
  }
}
