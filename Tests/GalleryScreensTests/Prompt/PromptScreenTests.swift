import ExpectationSupport
import GalleryScreens
import TerminalKit
import TerminalTestSupport
import Testing

struct PromptScreenTests {
  @Test func `a message is shown whole above the line, and a secret is hidden`() {
    var question = PromptScreen.Question(title: "ssh asks, for nas", prompt: "Answer: ")
    question.message = "The key of nas is not known.\nIs it SHA256:abc, as its owner says?"
    question.isSecret = true
    var answer: String?
    let navigator = Navigator()
    navigator.push(PromptScreen(question, theme: .standard()) { answer = $0 })
    for character in "a日b" { navigator.handle(.character(character)) }

    let frame = navigator.draw(size: Size(columns: 32, rows: 9)).surface

    expectEqual(
      frame.framedText,
      """
      |                                |
      |                                |
      |                                |
      |─ ssh asks, for nas ────────────|
      | The key of nas is not known.   |
      | Is it SHA256:abc, as its owner |
      | says?                          |
      |────────────────────────────────|
      | Answer: •••                    |
      """)
    navigator.handle(.enter)
    expectEqual(answer, "a日b")
  }
}
