import CGLib

/// The threads on which tasks run that belong to no actor of their own.
package enum TaskThreads {
  /// Has GLib's threads run them in this process, which unlike libdispatch's wake up for work only, the most urgent
  /// first. To be called before anything else.
  package static func install() {
    optimist_install_executor(priority)
  }

  /// How urgent a job of the runtime's is.
  static let priority: OptimistPriority = { job in
    // A job is known to C by its address, and to Swift as a structure of nothing else.
    job.map { unsafeBitCast($0, to: UnownedJob.self).priority.rawValue } ?? 0
  }
}
