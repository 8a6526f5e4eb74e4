/// The filter line as a screen uses it: its inputs and its outputs.
public protocol FilterViewModelType: AnyObject {
  var inputs: any FilterViewModelInputs { get }
  var outputs: any FilterViewModelOutputs { get }
}
