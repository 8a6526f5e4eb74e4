import ExpectationSupport
import GalleryDomain
import Testing

struct PhotoRatingTests {
  @Test(arguments: [
    (
      PhotoLabel.Color.red,
      [
        "Red", "Select", "Rot", "ROUGE", "Rojo", "Rosso", "Rood", "Vermelho", "Röd", "Красный",
        "レッド", "红色",
      ]
    ),
    (.yellow, ["Gelb", "Jaune", "Amarillo", "Giallo", "Geel", "Amarelo", "Gul", "イエロー", "노란색"]),
    (.green, ["Approved", "Gru\u{308}n", "Vert", "Verde", "Groen", "Grön", "グリーン", "緑", "绿色"]),
    (.blue, ["Blau", "Bleu", "Azul", "Blu", "Blauw", "Blå", "ブルー", "青", "蓝色"]),
    (
      .purple,
      [
        "PURPLE", "To Do", "magenta", "Lila", "Violet", "Púrpura", "Viola", "Paars", "Roxo", "パープル",
        "紫色", "보라색",
      ]
    ),
  ])
  func `a colour is understood in the words and languages of the programs that write it`(
    color: PhotoLabel.Color, words: [String]
  ) {
    for word in words { expectEqual(PhotoLabel(word)?.color, color) }
  }

  @Test func `any other text is also a label, but an empty one is not`() {
    expectEqual(PhotoLabel("Winner")?.text, "Winner")
    expectEqual(PhotoLabel("Winner")?.color, nil)
    #expect(PhotoLabel("") == nil && PhotoLabel(nil) == nil)
    expectEqual(PhotoLabel.Color.allCases.map { PhotoLabel($0).text }.first, "Red")
    #expect(PhotoLabel.Color.allCases.allSatisfy { PhotoLabel($0).color == $0 })
  }

  @Test func `a photo's rating consists of its stars and its label`() {
    var photo = Photo(id: "a", name: "a", rating: 3)
    photo.userRating.label = PhotoLabel(.green)
    #expect(photo.label == PhotoLabel(.green) && photo.rating == 3 && !photo.isRejected)
    photo.userRating.stars = PhotoRating.rejected
    #expect(photo.isRejected)
  }
}
