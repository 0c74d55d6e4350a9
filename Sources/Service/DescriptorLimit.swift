import Glibc

/// How many files and connections this process may have open.
package enum DescriptorLimit {
  /// Raises the limit to what the administrator allows (getrlimit(2)). The lower default exists for programs
  /// that use select(2), which this one does not.
  package static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < limit.rlim_max
    else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
