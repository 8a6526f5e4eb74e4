/// One photo as a screen holds it: two views of the same members.
public protocol PhotoDetailViewModelType: AnyObject {
  var inputs: any PhotoDetailViewModelInputs { get }
  var outputs: any PhotoDetailViewModelOutputs { get }
}
