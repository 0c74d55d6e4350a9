import XCTest

@testable import Service

final class FirebaseConfigTests: XCTestCase {
  private let keys = "AIzaSyD-1_x"

  private func assertRead(_ text: String, line: UInt = #line) {
    let config = FirebaseConfig(pasted: text)
    XCTAssertEqual(config?.project, "demo-1", line: line)
    XCTAssertEqual(config?.apiKey, keys, line: line)
  }

  func testTheLiteralOfTheConsoleIsRead() {
    assertRead(
      """
      // Import the functions you need: "projectId": "wrong"
      import { initializeApp } from "firebase/app";
      /* apiKey: "wrong" */
      const firebaseConfig = {
        apiKey: "\(keys)",
        authDomain: "demo-1.firebaseapp.com",
        projectId: "demo-1",
        storageBucket: "demo-1.appspot.com",
        messagingSenderId: "1234",
        appId: "1:1234:web:ab"
      };
      const app = initializeApp(firebaseConfig);
      """)
  }

  func testOtherWritingsAreRead() {
    assertRead(#"{"projectId":"demo-1","apiKey":"\#(keys)"}"#)
    assertRead("{ 'apiKey' : '\(keys)' , projectId:`demo-1`, }")
    assertRead("apiKey: \"\(keys)\", projectId: \"demo-1\"")
    assertRead("{apiKey:\"\(keys)\",projectId:\"demo-1\",nested:{projectId:\"other\"}}")
  }

  func testWhatIsNoConfigurationIsNone() {
    for text in [
      "", "demo-1", "projectId", #"{"projectId":"demo-1"}"#, #"{"apiKey":"k","projectId":""}"#,
      "apiKey: key(), projectId: name", "apiKey: 'k', projectId: `${name}`",
      #"apiKey: "k", projectId: "a\u0062""#,
      "{apiKey:'k'," + String(repeating: " ", count: FirebaseConfig.limit) + "projectId:'p'}",
      String(repeating: "{\"", count: 5000), "/*", "'\\",
    ] {
      XCTAssertNil(FirebaseConfig(pasted: text), String(text.prefix(40)))
    }
  }
}
