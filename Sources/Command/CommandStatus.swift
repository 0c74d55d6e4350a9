/// The exit codes: those of sysexits.h where one fits, and two small ones.
enum CommandStatus: Int32, Sendable {
  case done = 0
  /// The file with the to-dos could not be read or written.
  case storeFailed = 1
  /// The named thing does not exist, or several things have that name.
  case notFound = 2
  /// The command was not understood (EX_USAGE).
  case usage = 64
  /// A server cannot be reached or cannot answer (EX_UNAVAILABLE).
  case unavailable = 69
  /// Another process is in the way; a retry may help (EX_TEMPFAIL).
  case later = 75
  /// The server or the owner of a list does not allow it (EX_NOPERM).
  case notAllowed = 77
  /// Interrupted with Control-C, with the shells' code for it.
  case interrupted = 130
}
