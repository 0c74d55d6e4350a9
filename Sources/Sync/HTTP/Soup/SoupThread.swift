import CSoup

/// The only thread on which libsoup runs in this process, however many requests there are.
///
/// A session may be used only on the thread that made it, and its connections are watched by that thread's
/// `GMainContext` (https://libsoup.gnome.org/libsoup-3.0/client-thread-safety.html).
///
/// Unchecked: the context may be used from any thread
/// (https://docs.gtk.org/glib/struct.MainContext.html) and never changes.
final class SoupThread: @unchecked Sendable {
  static let shared = SoupThread()

  /// A closure that is passed through C.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let context: OpaquePointer?

  private init() {
    context = g_main_context_new()
    let loop = g_main_loop_new(context, 0)
    // Without a thread (the system is out of memory), exchanges end by timeout.
    let thread = g_thread_try_new(
      "http",
      { loop in
        let context = g_main_loop_get_context(OpaquePointer(loop))
        g_main_context_push_thread_default(context)
        g_main_loop_run(OpaquePointer(loop))
        return nil
      },
      UnsafeMutableRawPointer(loop), nil)
    if let thread { g_thread_unref(thread) }
  }

  /// Runs `body` on the thread. It attaches a source, because `g_main_context_invoke` would run the function
  /// here, on the calling thread, while the thread has not started its loop.
  func perform(_ body: @escaping @Sendable () -> Void) {
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        guard let data else { return 0 }
        Unmanaged<Work>.fromOpaque(data).takeUnretainedValue().body()
        return 0
      },
      Unmanaged.passRetained(Work(body)).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<Work>.fromOpaque(data).release()
      })
    g_source_attach(source, context)
    g_source_unref(source)
  }
}
