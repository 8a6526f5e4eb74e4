import GalleryDomain

/// The same edits for the program that makes them and the test that looks at the result.
public enum BasketScript {
  /// The edit with a number, counted from 0; the basket grows, shrinks and changes.
  public static func edit(_ number: Int) -> BasketEdit {
    switch number % 5 {
    case 3: .remove(["\(number - 2)"])
    case 4: .update([.stub(id: "\(number - 4)", name: "now \(number)")])
    default: .add([.stub(id: "\(number)", second: Double(number))])
    }
  }

  /// The basket after the first edits.
  public static func basket(after count: Int) -> Basket {
    (0..<count).reduce(Basket.empty) { $0.applying(edit($1)) }
  }
}
