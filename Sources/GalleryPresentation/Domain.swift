// Code that uses a view model needs the entities that it refers to, and code written for the tutorial had them in the
// same module: `import GalleryPresentation` alone imports both. The attribute is underscored, but Swift has no other
// way to do this; the domain itself imports only Foundation and `PhotoFacts`.
@_exported import GalleryDomain
