// An error whose sentence is meant for the operator: it says what is wrong and what to do about it.
export class OperatorError extends Error {
  override name = 'OperatorError'
}
