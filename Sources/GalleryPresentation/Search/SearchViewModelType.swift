/// The search prompt as a screen holds it: two views of the same members.
public protocol SearchViewModelType: AnyObject {
  var inputs: any SearchViewModelInputs { get }
  var outputs: any SearchViewModelOutputs { get }
}
