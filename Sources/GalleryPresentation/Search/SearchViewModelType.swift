/// The search prompt as a screen uses it: its inputs and its outputs.
public protocol SearchViewModelType: AnyObject {
  var inputs: any SearchViewModelInputs { get }
  var outputs: any SearchViewModelOutputs { get }
}
