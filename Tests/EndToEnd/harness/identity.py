"""A simulated Firebase Authentication, written from its public reference.

https://firebase.google.com/docs/reference/rest/auth: signing up, signing in with a password and
renewing tokens. The ID tokens are unsigned; the Firestore emulator accepts them.
"""

import base64
import json
import threading
import urllib.parse
import uuid

from .server import LocalServer

API_KEY = "simulated-key"


class Refusal(Exception):
    """An error of the service, by its code."""


class User:
    def __init__(self, email, password):
        self.id = f"user-{uuid.uuid4().hex[:20]}"
        self.email = email
        self.password = password
        self.is_disabled = False


class IdentityServer(LocalServer):
    """Both hosts of the app's settings are `host`."""

    def __init__(self):
        self.api_key = API_KEY
        self.lifetime = 3600  # of ID tokens given out from now on, in seconds
        self.status = None  # an HTTP status that every request is answered with, as 503
        self.changes_tokens = False  # whether a renewal gives a new refresh token and ends the old one
        self.hides_addresses = True  # "email enumeration protection": an unknown address is like a wrong password
        self.is_enabled = True  # whether users may sign up and in with a password at all
        self.gate = threading.Event()  # requests arrive, and are answered while it is set
        self.gate.set()
        self.requests = []  # signUp, signInWithPassword and token, as they came: nothing secret
        self.users = {}  # by address
        self.tokens = {}  # the users of the refresh tokens that are good
        super().__init__()

    # What the project's owner does

    def add(self, email, password):
        """Makes a user; returns the user's ID."""
        with self.lock:
            return self._add(email.lower(), password).id

    def revoke(self, email):
        """Ends all sessions of a user."""
        with self.lock:
            self.tokens = {token: user for token, user in self.tokens.items() if user.email != email.lower()}

    def disable(self, email):
        """Locks a user out."""
        with self.lock:
            self.users[email.lower()].is_disabled = True

    def pause(self):
        """Lets requests arrive without answering them, until `resume`."""
        self.gate.clear()

    def resume(self):
        self.gate.set()

    def methods(self):
        """What was asked so far: signUp, signInWithPassword, token."""
        with self.lock:
            return list(self.requests)

    def stop(self):
        self.gate.set()
        super().stop()

    # Answers

    def answer(self, request):
        status, value = self.judge(request.path, request.headers.get("Content-Type"), request.body)
        request.reply(status, [("Content-Type", "application/json; charset=UTF-8")], json.dumps(value).encode())

    def judge(self, target, content_type, body):
        """The status and the JSON value for a request."""
        url = urllib.parse.urlsplit(target)
        method = url.path.replace(":", "/").rsplit("/", 1)[-1]
        with self.lock:
            self.requests.append(method)
        self.gate.wait()
        with self.lock:
            if self.status is not None:
                return self.status, {}
            if urllib.parse.parse_qs(url.query).get("key") != [self.api_key]:
                return 400, bad_key()
            handlers = {
                ("/v1/accounts:signUp", "application/json"): self._sign_up,
                ("/v1/accounts:signInWithPassword", "application/json"): self._sign_in,
                ("/v1/token", "application/x-www-form-urlencoded"): self._refresh,
            }
            handler = handlers.get((url.path, content_type))
            if handler is None:
                return 404, {}
            try:
                return 200, handler(body)
            except (Refusal, ValueError) as error:
                message = str(error) if isinstance(error, Refusal) else "INVALID_ARGUMENT"
                return 400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT",
                                       "errors": [{"message": message, "domain": "global", "reason": "invalid"}]}}

    def _add(self, email, password):
        user = User(email, password)
        self.users[email] = user
        return user

    def _sign_up(self, body):
        if not self.is_enabled:
            raise Refusal("OPERATION_NOT_ALLOWED")
        fields = json.loads(body)
        email, password = fields.get("email", "").lower(), fields.get("password", "")
        if email.count("@") != 1:
            raise Refusal("INVALID_EMAIL")
        if email in self.users:
            raise Refusal("EMAIL_EXISTS")
        if len(password) < 6:
            raise Refusal("WEAK_PASSWORD : Password should be at least 6 characters")
        return self._session(self._add(email, password))

    def _sign_in(self, body):
        if not self.is_enabled:
            raise Refusal("PASSWORD_LOGIN_DISABLED")
        fields = json.loads(body)
        email = fields.get("email", "").lower()
        if email.count("@") != 1:
            raise Refusal("INVALID_EMAIL")
        user = self.users.get(email)
        if user is None or user.password != fields.get("password"):
            known = "EMAIL_NOT_FOUND" if user is None else "INVALID_PASSWORD"
            raise Refusal("INVALID_LOGIN_CREDENTIALS" if self.hides_addresses else known)
        if user.is_disabled:
            raise Refusal("USER_DISABLED")
        return self._session(user)

    def _refresh(self, body):
        fields = dict(urllib.parse.parse_qsl(body.decode(), strict_parsing=True))
        if fields.get("grant_type") != "refresh_token":
            raise Refusal("INVALID_GRANT_TYPE")
        if fields.get("grant_type") != "refresh_token":
            raise Refusal("INVALID_GRANT_TYPE")
        token = fields.get("refresh_token", "")
        if not token:
            raise Refusal("MISSING_REFRESH_TOKEN")
        user = self.tokens.get(token)
        if user is None:
            raise Refusal("TOKEN_EXPIRED" if token.startswith("refresh/+") else "INVALID_REFRESH_TOKEN")
        if user.is_disabled:
            raise Refusal("USER_DISABLED")
        if self.changes_tokens:
            del self.tokens[token]
            token = self._new_token(user)
        id_token = unsigned_token(user)
        return {"id_token": id_token, "access_token": id_token, "refresh_token": token,
                "expires_in": str(self.lifetime), "token_type": "Bearer", "user_id": user.id,
                "project_id": "1234567890"}

    def _session(self, user):
        return {"localId": user.id, "email": user.email, "idToken": unsigned_token(user),
                "refreshToken": self._new_token(user), "expiresIn": str(self.lifetime)}

    def _new_token(self, user):
        token = "refresh/+&=" + uuid.uuid4().hex  # has characters in it that a form must escape
        self.tokens[token] = user
        return token


def unsigned_token(user):
    """A JWT without a signature (RFC 7519, section 6)."""
    # Long gone by its own account: nobody but the server is to look at it.
    claims = {"sub": user.id, "user_id": user.id, "email": user.email, "iat": 1000, "exp": 2000,
              "jti": uuid.uuid4().hex}
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
             for part in ({"alg": "none", "typ": "JWT"}, claims)]
    return ".".join(parts) + "."


def bad_key():
    return {"error": {
        "code": 400, "message": "API key not valid. Please pass a valid API key.", "status": "INVALID_ARGUMENT",
        "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID",
                     "domain": "googleapis.com"}]}}
