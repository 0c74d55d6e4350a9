import Foundation

extension SimulatedIdentityServer {
  typealias Answer = (status: Int, body: [String: Any])

  /// Carries a request out.
  func answer(to request: FaultProxy.Request) -> Answer {
    let target = request.head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let parts = URLComponents(string: target)
    let path = parts?.path ?? ""
    let method = path.split(whereSeparator: { $0 == ":" || $0 == "/" }).last.map(String.init) ?? ""
    state.withLock {
      $0.requests.append(
        Request(method: method, contentType: request.header("content-type") ?? ""))
    }
    gate.pass()
    guard parts?.queryItems?.first(where: { $0.name == "key" })?.value == Self.apiKey else {
      return Self.badKey
    }
    return state.withLock { state in
      switch (path, request.header("content-type")) {
      case ("/v1/accounts:signUp", "application/json"):
        state.signUp(Self.json(request.body))
      case ("/v1/accounts:signInWithPassword", "application/json"):
        state.signIn(Self.json(request.body))
      case ("/v1/token", "application/x-www-form-urlencoded"):
        state.refresh(Self.form(request.body))
      default: (404, [:])
      }
    }
  }

  private static var badKey: Answer {
    let detail = [
      "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID",
      "domain": "googleapis.com",
    ]
    let error: [String: Any] = [
      "code": 400, "message": "API key not valid. Please pass a valid API key.",
      "status": "INVALID_ARGUMENT", "details": [detail],
    ]
    return (400, ["error": error])
  }

  private static func json(_ body: String) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
  }

  private static func form(_ body: String) -> [String: String] {
    let items = URLComponents(string: "?" + body)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
  }
}

extension SimulatedIdentityServer.State {
  typealias Answer = SimulatedIdentityServer.Answer

  mutating func add(_ email: String, password: String) -> SimulatedIdentityServer.User {
    count += 1
    let user = SimulatedIdentityServer.User(
      id: "user-\(count)-\(UUID().uuidString.prefix(8))", email: email, password: password)
    users.append(user)
    return user
  }

  mutating func signUp(_ body: [String: Any]) -> Answer {
    guard isEnabled else { return Self.error("OPERATION_NOT_ALLOWED") }
    let email = body["email"] as? String ?? ""
    let password = body["password"] as? String ?? ""
    guard email.split(separator: "@").count == 2 else { return Self.error("INVALID_EMAIL") }
    guard !users.contains(where: { $0.email == email.lowercased() }) else {
      return Self.error("EMAIL_EXISTS")
    }
    guard password.count >= 6 else {
      return Self.error("WEAK_PASSWORD : Password should be at least 6 characters")
    }
    return session(of: add(email.lowercased(), password: password))
  }

  mutating func signIn(_ body: [String: Any]) -> Answer {
    guard isEnabled else { return Self.error("PASSWORD_LOGIN_DISABLED") }
    let email = (body["email"] as? String ?? "").lowercased()
    guard email.split(separator: "@").count == 2 else { return Self.error("INVALID_EMAIL") }
    guard let user = users.first(where: { $0.email == email }) else {
      return Self.error(hidesAddresses ? "INVALID_LOGIN_CREDENTIALS" : "EMAIL_NOT_FOUND")
    }
    guard user.password == body["password"] as? String else {
      return Self.error(hidesAddresses ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD")
    }
    guard !user.isDisabled else { return Self.error("USER_DISABLED") }
    return session(of: user)
  }

  mutating func refresh(_ body: [String: String]) -> Answer {
    guard body["grant_type"] == "refresh_token" else { return Self.error("INVALID_GRANT_TYPE") }
    let token = body["refresh_token"] ?? ""
    guard !token.isEmpty else { return Self.error("MISSING_REFRESH_TOKEN") }
    guard token.hasPrefix("refresh/+") else { return Self.error("INVALID_REFRESH_TOKEN") }
    guard let id = tokens[token] else { return Self.error("TOKEN_EXPIRED") }
    guard let user = users.first(where: { $0.id == id }) else {
      return Self.error("USER_NOT_FOUND")
    }
    guard !user.isDisabled else { return Self.error("USER_DISABLED") }
    var next = token
    if changesTokens {
      tokens[token] = nil
      next = newToken(of: user)
    }
    let idToken = idToken(of: user)
    return (
      200,
      [
        "id_token": idToken, "access_token": idToken, "refresh_token": next,
        "expires_in": String(lifetime), "token_type": "Bearer", "user_id": user.id,
        "project_id": "1234567890",
      ]
    )
  }

  private mutating func session(of user: SimulatedIdentityServer.User) -> Answer {
    (
      200,
      [
        "kind": "identitytoolkit#VerifyPasswordResponse", "localId": user.id, "email": user.email,
        "idToken": idToken(of: user), "refreshToken": newToken(of: user),
        "expiresIn": String(lifetime), "registered": true,
      ]
    )
  }

  /// Has characters in it that a form must escape.
  private mutating func newToken(of user: SimulatedIdentityServer.User) -> String {
    let token = "refresh/+&=\(UUID().uuidString)"
    tokens[token] = user.id
    return token
  }

  /// An unsigned JWT (RFC 7519 §6).
  private mutating func idToken(of user: SimulatedIdentityServer.User) -> String {
    count += 1
    // Long gone by its own account: nobody but the server is to look at it.
    let claims: [String: Any] = [
      "sub": user.id, "user_id": user.id, "email": user.email, "iat": 1000, "exp": 2000,
      "jti": String(count),
    ]
    return [["alg": "none", "typ": "JWT"], claims].map { part in
      let data = (try? JSONSerialization.data(withJSONObject: part)) ?? Data()
      return data.base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }.joined(separator: ".") + "."
  }

  private static func error(_ message: String) -> Answer {
    let error: [String: Any] = [
      "code": 400, "message": message, "status": "INVALID_ARGUMENT",
      "errors": [["message": message, "domain": "global", "reason": "invalid"]],
    ]
    return (400, ["error": error])
  }
}
