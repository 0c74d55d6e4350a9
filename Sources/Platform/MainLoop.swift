import CGLib
import Dispatch
import Glibc

/// Runs the main actor's work inside the GLib main loop.
///
/// The main actor enqueues on the dispatch main queue, which `g_application_run` does not drain. The queue signals an
/// eventfd when it has work; a GLib source watches it and drains the queue. `main` must be synchronous: an async one
/// continues on another thread after its first suspension. Never run a nested loop inside a main-actor task: the queue
/// is not reentrant.
@MainActor
package enum MainLoop {
  private static var isInstalled = false
  /// Drains the main queue; nil until ``install()``.
  private static var source: UnsafeMutablePointer<GSource>?
  /// What is to run before the next event.
  private static var waitingBeforeEvents: [@MainActor () -> Void] = []
  /// Ends the wait for a frame; 0 when nothing waits.
  private static var frameTimer: UInt32 = 0

  /// Just behind drawing: `GDK_PRIORITY_REDRAW` is 120.
  private static let behindDrawing: Int32 = 125
  private static let longestWaitForFrame: UInt32 = 30

  /// Installs the bridge, and the watchdog if the environment asks for it. Further calls do nothing.
  package static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    let handle = _dispatch_get_main_queue_handle_4CF()
    let id = g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, handle, G_IO_IN,
      { handle, _, _ in
        // Read the counter first: an eventfd stays readable until then, and the loop would spin.
        var count: UInt64 = 0
        _ = read(handle, &count, MemoryLayout<UInt64>.size)
        MainActor.assumeIsolated { MainLoop.endWaitForFrame() }
        _dispatch_main_queue_callback_4CF(nil)
        // An event that has come meanwhile is handled in the same iteration, for its source has the same priority.
        MainActor.assumeIsolated { MainLoop.runBeforeEvents() }
        return 1  // G_SOURCE_CONTINUE
      }, nil, nil)
    source = g_main_context_find_source_by_id(nil, id)
    MainLoopWatchdog.startIfRequested()
  }

  /// Lets the next frame be drawn before the main actor's next work.
  ///
  /// If no frame is due, the work runs at once; if frames follow one another without a pause, after 30 ms. Call it
  /// after a gesture has changed what is shown, before the task that does the rest.
  package static func drawFirst() {
    guard let source, frameTimer == 0 else { return }
    g_source_set_priority(source, behindDrawing)
    frameTimer = g_timeout_add(
      longestWaitForFrame,
      { _ in
        MainActor.assumeIsolated {
          MainLoop.frameTimer = 0
          MainLoop.raisePriority()
        }
        return 0  // G_SOURCE_REMOVE
      }, nil)
  }

  private static func endWaitForFrame() {
    guard frameTimer != 0 else { return }
    g_source_remove(frameTimer)
    frameTimer = 0
    raisePriority()
  }

  private static func raisePriority() {
    if let source { g_source_set_priority(source, G_PRIORITY_DEFAULT) }
  }

  /// Runs the loop until the work is done: for commands, which have no window and no application.
  ///
  /// Call from synchronous code, never from a main-actor task.
  package static func run<Value>(_ work: @escaping @MainActor () async -> Value) -> Value {
    install()
    let loop = g_main_loop_new(nil, 0)
    defer { g_main_loop_unref(loop) }
    let outcome = Outcome<Value>()
    Task {
      outcome.value = await work()
      g_main_loop_quit(loop)
    }
    while true {
      g_main_loop_run(loop)
      if let value = outcome.value { return value }
    }
  }

  @MainActor
  private final class Outcome<Value> {
    var value: Value?
  }

  /// Runs a closure once when GTK is idle: events are handled and the frame is drawn.
  package static func whenIdle(_ action: @escaping @MainActor () -> Void) {
    run(action, priority: G_PRIORITY_DEFAULT_IDLE)
  }

  /// Runs a closure once when the current callback of the loop, or the current work of the main actor, has returned,
  /// before the next event is handled.
  package static func beforeEvents(_ action: @escaping @MainActor () -> Void) {
    waitingBeforeEvents.append(action)
    if waitingBeforeEvents.count == 1 {
      run({ MainLoop.runBeforeEvents() }, priority: G_PRIORITY_HIGH)
    }
  }

  private static func runBeforeEvents() {
    let actions = waitingBeforeEvents
    waitingBeforeEvents = []
    for action in actions { action() }
  }

  private static func run(_ action: @escaping @MainActor () -> Void, priority: gint) {
    g_idle_add_full(
      priority,
      { data in
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
          guard let data else { return }
          Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().run()
        }
        return 0  // G_SOURCE_REMOVE
      }, Unmanaged.passRetained(Action(action)).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<Action>.fromOpaque(data).release()
      })
  }

  @MainActor
  private final class Action {
    let run: @MainActor () -> Void

    init(_ run: @escaping @MainActor () -> Void) {
      self.run = run
    }
  }
}
