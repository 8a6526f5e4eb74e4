/// One photo as a screen uses it: its inputs and its outputs.
public protocol PhotoDetailViewModelType: AnyObject {
  var inputs: any PhotoDetailViewModelInputs { get }
  var outputs: any PhotoDetailViewModelOutputs { get }
}
