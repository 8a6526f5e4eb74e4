/// The life of the program: two views of the same members.
public protocol AppViewModelType: AnyObject {
  var inputs: any AppViewModelInputs { get }
  var outputs: any AppViewModelOutputs { get }
}
