/// The list of photos as a screen holds it: two views of the same members.
public protocol PhotoListViewModelType: AnyObject {
  var inputs: any PhotoListViewModelInputs { get }
  var outputs: any PhotoListViewModelOutputs { get }
}
