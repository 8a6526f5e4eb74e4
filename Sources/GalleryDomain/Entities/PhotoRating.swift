/// How the user rates a photo of their own: `xmp:Rating` and `xmp:Label`.
public struct PhotoRating: Hashable, Sendable {
  /// 0–5, or `rejected`; nil if there is no rating.
  public var stars: Int?
  public var label: PhotoLabel?

  /// The value that XMP uses (ISO 16684-1, 8.4: *-1 = rejected*).
  public static let rejected = -1
  /// The valid ratings; any other number is ignored.
  public static let range = rejected...5

  public init(stars: Int? = nil, label: PhotoLabel? = nil) {
    self.stars = stars
    self.label = label
  }
}

/// A label of a photo (`xmp:Label`): a colour in one of the words that programs write for it, or any other text.
public struct PhotoLabel: Hashable, Sendable {
  /// The five colours that Lightroom, Bridge, digiKam and darktable share.
  public enum Color: String, Hashable, Sendable, CaseIterable {
    case red, yellow, green, blue, purple
  }

  /// The label as it is written in the file; not empty.
  public let text: String

  /// - Parameter text: Cleaned.
  /// - Returns: nil for an empty text.
  public init?(_ text: String?) {
    guard let text, !text.isEmpty else { return nil }
    self.text = text
  }

  /// The label that all four programs write for a colour, such as `Red`.
  public init(_ color: Color) {
    text = color.rawValue.prefix(1).uppercased() + color.rawValue.dropFirst()
  }

  /// nil if the text doesn't name a colour.
  public var color: Color? { Self.words[text.lowercased()] }

  /// The names of the colours, in the languages of programs that write them in their own (Lightroom, Bridge); Bridge's own set of
  /// labels, and digiKam's word for purple.
  fileprivate static let words: [String: Color] = {
    var words: [String: Color] = [:]
    for (color, text) in spellings {
      for word in text.split(separator: ",") { words[String(word)] = color }
    }
    return words
  }()

  /// In lower case: English, German, French, Spanish, Italian, Dutch, Portuguese, Swedish, Danish and Norwegian, Finnish, Polish, Czech
  /// and Slovak, Hungarian, Romanian, Turkish, Russian, Ukrainian, Greek, Japanese, Korean, Chinese.
  private static let spellings: [Color: String] = [
    .red:
      "red,select,rot,rouge,rojo,rosso,rood,vermelho,röd,rød,punainen,czerwony,červená,piros,vörös,"
      + "roșu,kırmızı,красный,червоний,κόκκινο,レッド,赤,赤色,빨강,빨간색,红色,紅色,红,紅",
    .yellow:
      "yellow,second,gelb,jaune,amarillo,giallo,geel,amarelo,gul,keltainen,żółty,žlutá,žltá,sárga,"
      + "galben,sarı,желтый,жёлтый,жовтий,κίτρινο,イエロー,黄,黄色,노랑,노란색,黃色,黃",
    .green:
      "green,approved,grün,vert,verde,groen,grön,grøn,grønn,vihreä,zielony,zelená,zöld,yeşil,зеленый,"
      + "зелёный,зелений,πράσινο,グリーン,緑,緑色,녹색,초록,초록색,绿色,綠色,绿,綠",
    .blue:
      "blue,review,blau,bleu,azul,blu,blauw,blå,sininen,niebieski,modrá,kék,albastru,mavi,синий,синій,"
      + "голубой,μπλε,ブルー,青,青色,파랑,파란색,蓝色,藍色,蓝,藍",
    .purple:
      "purple,to do,magenta,lila,violett,purpur,violet,pourpre,morado,púrpura,violeta,viola,porpora,paars,"
      + "purper,roxo,lilla,violetti,purppura,fioletowy,purpurowy,fialová,purpurová,bíbor,mov,mor,"
      + "фиолетовый,пурпурный,фіолетовий,μωβ,パープル,紫,紫色,보라,보라색,자주색",
  ]
}

extension PhotoLabel.Color {
  /// The labels that stand for this colour, in lower case, sorted.
  public var words: [String] {
    PhotoLabel.words.filter { $0.value == self }.keys.sorted()
  }
}

extension Photo {
  /// Its rating and its label.
  public var userRating: PhotoRating {
    get { PhotoRating(stars: self.rating, label: self.label) }
    set { (self.rating, self.label) = (newValue.stars, newValue.label) }
  }

  public var isRejected: Bool { self.rating == PhotoRating.rejected }
}
