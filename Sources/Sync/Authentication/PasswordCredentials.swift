/// The body of a request to sign up or in
/// (https://firebase.google.com/docs/reference/rest/auth#section-create-email-password).
struct PasswordCredentials: Encodable, Redacted {
  let email: String
  let password: String
  let returnSecureToken = true
}
