/// A preset with only the required keys.
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
