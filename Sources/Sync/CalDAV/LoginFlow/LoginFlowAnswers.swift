import Basics
import FoundationEssentials

/// A sign-in that has begun. The address is for the browser, the token for asking about the result.
package struct LoginFlowStart: Hashable, Sendable, Redacted {
  /// What the browser has to open.
  package let address: String
  let endpoint: String
  let token: String
  let server: LoginFlowAddress
  let certificate: String?

  /// The answer to the first request.
  init(_ body: Data, from server: LoginFlowAddress, _ certificate: String?) throws(LoginFlowError) {
    var (login, endpoint, token) = ("", "", "")
    do throws(JSONReader.Failure) {
      try JSONReader.read(body) { reader throws(JSONReader.Failure) in
        try reader.object { (reader, name) throws(JSONReader.Failure) in
          switch name {
          case "login": login = try reader.text()
          case "poll":
            try reader.object { (reader, name) throws(JSONReader.Failure) in
              switch name {
              case "endpoint": endpoint = try reader.text()
              case "token": token = try reader.text()
              default: try reader.skip()
              }
            }
          default: try reader.skip()
          }
        }
      }
    } catch {
      throw .malformed
    }
    guard LoginFlowCredentials.isUsable(token) else { throw .malformed }
    address = try server.own(login)
    self.endpoint = try server.own(endpoint)
    self.token = token
    self.server = server
    self.certificate = certificate
  }
}

/// What the server gives once somebody has signed in: a password for this program alone.
package struct LoginFlowCredentials: Hashable, Sendable, Redacted {
  /// The address below which the user's calendars are.
  package let address: String
  package let user: String
  package let password: String

  /// The most bytes of a name, a token or a password.
  static let longest = 4096

  /// Reads the answer that ends the waiting.
  init(_ body: Data, from server: LoginFlowAddress) throws(LoginFlowError) {
    var texts: [String: String] = [:]
    do throws(JSONReader.Failure) {
      try JSONReader.read(body) { reader throws(JSONReader.Failure) in
        try reader.object { (reader, name) throws(JSONReader.Failure) in
          switch name {
          case "server", "loginName", "appPassword": texts[name] = try reader.text()
          default: try reader.skip()
          }
        }
      }
    } catch {
      throw .malformed
    }
    guard let place = texts["server"], let user = texts["loginName"],
      let password = texts["appPassword"], Self.isUsable(user), Self.isUsable(password)
    else { throw .malformed }
    // The DAV service is below the installation, which need not be the root of the host.
    address = try LoginFlowAddress(try server.own(place)).url("remote.php/dav/")
    self.user = user
    self.password = password
  }

  /// Whether a text is neither empty nor too long, and can stand in a line.
  static func isUsable(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }
}
