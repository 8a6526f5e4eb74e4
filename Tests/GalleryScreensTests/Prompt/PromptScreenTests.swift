import ExpectationSupport
import GalleryPresentation
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

struct PromptScreenTests {
  @Test func `a message is shown whole above the line, and a secret is hidden`() {
    var answer: String?
    var question = TextQuestion(title: "ssh asks, for nas", prompt: "Answer: ") { answer = $0 }
    question.message = "The key of nas is not known.\nIs it SHA256:abc, as its owner says?"
    question.isSecret = true
    let navigator = Navigator()
    let context = ScreenContext(
      navigator: navigator, terminal: SurfaceTerminal(size: Size(columns: 32, rows: 9)),
      theme: .standard(), keys: .standard, pictures: StubPictures())
    context.ask(question)
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
