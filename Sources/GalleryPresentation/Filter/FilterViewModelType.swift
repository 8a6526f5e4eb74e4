/// The filter line as a screen holds it: two views of the same members.
public protocol FilterViewModelType: AnyObject {
  var inputs: any FilterViewModelInputs { get }
  var outputs: any FilterViewModelOutputs { get }
}
