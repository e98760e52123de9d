/** The form released an unknown outcome. The result is shown on its own. */
export class OutcomeLeft extends Error {
  override readonly name = 'OutcomeLeft';
}

/** Whether a failure needs no message: the form released an outcome. */
export function isLeft(error: unknown): boolean {
  return error instanceof OutcomeLeft;
}
