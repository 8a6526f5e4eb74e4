/// A preset with nothing but what every preset needs.
public enum ExamplePreset {
  public static let toml = """
    name = "shop"
    title = "Shop"
    about = "A shop"
    items = "items"
    [list]
    url = "https://x.example/{page}"
    [fields]
    id = "id"
    image = "image"
    """
}
