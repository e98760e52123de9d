/** The form let go of an outcome that is not known yet. What becomes of it is shown by itself. */
export class OutcomeLeft extends Error {
  override readonly name = 'OutcomeLeft';
}

/** Whether there is nothing to say of a failure: the form let go of an outcome. */
export function isLeft(error: unknown): boolean {
  return error instanceof OutcomeLeft;
}
