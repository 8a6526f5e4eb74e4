import Files

/// Sidecars in the shapes that programs write them in; written by us, after their documents and sources.
struct SidecarFixture: Sendable, CustomStringConvertible {
  var name: String
  var text: String

  var bytes: [UInt8] { Array(text.utf8) }
  var description: String { name }

  static let all = [
    darktable, digiKam, digiKamWithoutKeywords, lightroom, exifTool, windows, otherPrefixes,
    packetWithPadding, twoSubjects, oddities,
  ]

  /// Attributes first, a history in elements, each category of a keyword as a keyword (4.2); one space an indentation.
  static let darktable = SidecarFixture(
    name: "darktable",
    text: """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:exif="http://ns.adobe.com/exif/1.0/"
          xmlns:xmp="http://ns.adobe.com/xap/1.0/"
          xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
          xmlns:darktable="http://darktable.sf.net/"
          xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
         exif:DateTimeOriginal="2017:10:01 12:34:56.000"
         xmp:Rating="4"
         xmpMM:DerivedFrom="vienna.jpg"
         darktable:import_timestamp="63800000000000000"
         darktable:xmp_version="5"
         darktable:raw_params="0"
         darktable:history_end="2"
         darktable:iop_order_version="4">
         <darktable:masks_history>
          <rdf:Seq/>
         </darktable:masks_history>
         <darktable:history>
          <rdf:Seq>
           <rdf:li
            darktable:num="0"
            darktable:operation="exposure"
            darktable:enabled="1"
            darktable:modversion="6"
            darktable:params="gz02eJxjZGBgYARiFgkGOMGAAI4="
            darktable:blendop_params="gz11eJxjYIAACQYYOOHEgAZY0QWAgBGLGANDgz0Ej1Q+dlAx68oBEMbFxwX+"/>
          </rdf:Seq>
         </darktable:history>
         <dc:creator>
          <rdf:Seq>
           <rdf:li>Overseas</rdf:li>
          </rdf:Seq>
         </dc:creator>
         <dc:description>
          <rdf:Alt>
           <rdf:li xml:lang="x-default">The sea&#xA;&amp; the &lt;wind&gt;</rdf:li>
          </rdf:Alt>
         </dc:description>
         <dc:subject>
          <rdf:Bag>
           <rdf:li>places</rdf:li>
           <rdf:li>sea</rdf:li>
           <rdf:li>Österreich</rdf:li>
          </rdf:Bag>
         </dc:subject>
         <lr:hierarchicalSubject>
          <rdf:Bag>
           <rdf:li>places|Österreich</rdf:li>
           <rdf:li>sea</rdf:li>
          </rdf:Bag>
         </lr:hierarchicalSubject>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>

      """)

  /// Ends without a line end; the keywords in six places, the caption in three (7.9).
  static let digiKam = SidecarFixture(
    name: "digiKam",
    text: """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:digiKam="http://www.digikam.org/ns/1.0/"
          xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
          xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
          xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
          xmlns:mediapro="http://ns.iview-multimedia.com/mediapro/1.0/"
          xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/"
          xmlns:dc="http://purl.org/dc/elements/1.1/"
         digiKam:PickLabel="3"
         digiKam:ColorLabel="0"
         tiff:Orientation="1"
         acdsee:notes="Two&#xA;lines"
         acdsee:categories="&lt;Categories&gt;&lt;Category Assigned=&quot;1&quot;&gt;sea&lt;/Category&gt;&lt;/Categories&gt;">
         <digiKam:TagsList>
          <rdf:Seq>
           <rdf:li>places/sea</rdf:li>
          </rdf:Seq>
         </digiKam:TagsList>
         <MicrosoftPhoto:LastKeywordXMP>
          <rdf:Bag>
           <rdf:li>places/sea</rdf:li>
          </rdf:Bag>
         </MicrosoftPhoto:LastKeywordXMP>
         <lr:hierarchicalSubject>
          <rdf:Bag>
           <rdf:li>places|sea</rdf:li>
          </rdf:Bag>
         </lr:hierarchicalSubject>
         <mediapro:CatalogSets>
          <rdf:Bag>
           <rdf:li>places|sea</rdf:li>
          </rdf:Bag>
         </mediapro:CatalogSets>
         <tiff:ImageDescription>
          <rdf:Alt>
           <rdf:li xml:lang="x-default">Two&#xA;lines</rdf:li>
          </rdf:Alt>
         </tiff:ImageDescription>
         <dc:subject>
          <rdf:Bag>
           <rdf:li>sea</rdf:li>
          </rdf:Bag>
         </dc:subject>
         <dc:title>
          <rdf:Alt>
           <rdf:li xml:lang="x-default">Baltic &amp; North</rdf:li>
          </rdf:Alt>
         </dc:title>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """)

  static let digiKamWithoutKeywords = SidecarFixture(
    name: "digiKam without keywords",
    text: """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:digiKam="http://www.digikam.org/ns/1.0/"
         digiKam:PickLabel="0"/>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """)

  /// Develop settings in attributes, a document id for `about`'s neighbours, keywords as `rdf:Bag`.
  static let lightroom = SidecarFixture(
    name: "Lightroom",
    text: """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000 1.000000, 0000/00/00-00:00:00        ">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:xmp="http://ns.adobe.com/xap/1.0/"
          xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
          xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
         xmp:CreatorTool="Adobe Photoshop Lightroom Classic 13.0"
         photoshop:SidecarForExtension="NEF"
      \((0..<120).map { "   crs:Setting\($0)=\"\($0)\"" }.joined(separator: "\n"))
         crs:HasSettings="True">
         <dc:subject>
          <rdf:Bag>
           <rdf:li>portrait</rdf:li>
           <rdf:li>print available</rdf:li>
          </rdf:Bag>
         </dc:subject>
         <crs:ToneCurvePV2012>
          <rdf:Seq>
           <rdf:li>0, 0</rdf:li>
           <rdf:li>255, 255</rdf:li>
          </rdf:Seq>
         </crs:ToneCurvePV2012>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>

      """)

  /// A Description a namespace, single quotes, blank lines between.
  static let exifTool = SidecarFixture(
    name: "exiftool",
    text: """
      <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
      <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>
      <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>

       <rdf:Description rdf:about='uuid:1&amp;2'
        xmlns:dc='http://purl.org/dc/elements/1.1/'>
        <dc:subject>
         <rdf:Bag>
          <rdf:li>sea</rdf:li>
         </rdf:Bag>
        </dc:subject>
       </rdf:Description>

       <rdf:Description rdf:about='uuid:1&amp;2'
        xmlns:xmp='http://ns.adobe.com/xap/1.0/'>
        <xmp:Rating>5</xmp:Rating>
       </rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end='w'?>
      """)

  /// A byte-order mark and CRLF.
  static let windows = SidecarFixture(
    name: "with CRLF and a byte-order mark",
    text: "\u{FEFF}" + digiKam.text.replacing("\u{FEFF}", with: "").replacing("\n", with: "\r\n"))

  static let otherPrefixes = SidecarFixture(
    name: "with other prefixes",
    text: """
      <meta xmlns="adobe:ns:meta/"><R:RDF xmlns:R="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      ><R:Description about="" xmlns:vitrine="http://somebody.else/" vitrine:Status="open" xmlns:q='http://purl.org/dc/elements/1.1/'
      ><q:subject><R:Bag><R:li>a</R:li><R:li>b</R:li></R:Bag></q:subject></R:Description></R:RDF></meta>
      """)

  static let packetWithPadding = SidecarFixture(
    name: "a packet with padding",
    text: exifTool.text.replacing(
      "<?xpacket end='w'?>",
      with: String(repeating: String(repeating: " ", count: 100) + "\n", count: 20)
        + "<?xpacket end='w'?>"))

  /// It is unclear which one counts: neither is changed.
  static let twoSubjects = SidecarFixture(
    name: "two lists of keywords",
    text: exifTool.text.replacing(
      "<xmp:Rating>5</xmp:Rating>",
      with:
        "<dc:subject xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Bag><rdf:li>b</rdf:li></rdf:Bag></dc:subject>"
    ))

  /// Comments, CDATA, an empty list, instructions, and nothing in the end.
  static let oddities = SidecarFixture(
    name: "comments, CDATA and an empty list",
    text: """
      <!-- <rdf:RDF> --><x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><!-- </rdf:RDF> -->
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><![CDATA[</rdf:RDF>]]></dc:title
      ><dc:subject><rdf:Bag/></dc:subject></rdf:Description
      ><!-- last --></rdf:RDF><?x y?></x:xmpmeta><!-- end --><?z?>
      """)

  /// With stars and a label in attributes, as digiKam writes them.
  static let rated = SidecarFixture(
    name: "with stars and a label",
    text: foreign("xmp:Rating=\"3\"\n   xmp:Label=\"Red\"\n   MicrosoftPhoto:Rating=\"50\""))

  /// The same in elements, with the prefix of old.
  static let ratedInElements = SidecarFixture(
    name: "with stars and a label in elements",
    text: foreign(
      "", "\n    <xap:Rating>-1</xap:Rating>\n    <xap:Label>Select</xap:Label>"
    ).replacing("xmlns:xmp=", with: "xmlns:xap="))

  /// A sidecar of another program, with marks in its own spelling.
  static func foreign(_ attributes: String, _ elements: String = "") -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
        xmlns:digiKam="http://www.digikam.org/ns/1.0/"
        xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
        xmlns:darktable="http://darktable.sf.net/"
       \(attributes)>\(elements)
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """
  }

  /// With a mark of version 1.0 and its keyword.
  ///
  /// - Parameter isOwnList: Whether the list of keywords was made with the mark.
  static func formerMark(_ list: String, keyword: String = "for sale", isOwnList: Bool) -> String {
    let hash = StableHash.hex(StableHash.hash(list.utf8))
    let subject = isOwnList ? "\n   vitrine:Subject=\"\(hash)\"" : ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Vitrine">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:vitrine="vitrine:ns:sale/1.0/"
         vitrine:Status="forSale"
         vitrine:Price="120.00"
         vitrine:Currency="EUR"
         vitrine:Keyword="\(keyword)"\(subject)>
         \(list)
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>

      """
  }
}
