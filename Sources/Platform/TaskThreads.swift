import CGLib

/// The threads on which tasks run that belong to no actor of their own.
package enum TaskThreads {
  /// Has GLib's threads run them in this process, which unlike libdispatch's wake up for work only. To be
  /// called before anything else.
  package static func install() {
    optimist_install_executor()
  }
}
