// Whoever binds a view model needs the entities it speaks of, and code written for the tutorial
// had them in the same module: `import GalleryPresentation` alone brings both. The attribute is
// underscored, but is what Swift has for this; the domain itself imports only Foundation.
@_exported import GalleryDomain
