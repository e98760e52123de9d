import { codes, type CodeName } from '#protocol/core/codes.ts';

/**
 * An expected "no" with a code of the catalogue. Any other error is a broken invariant: the client gets "server error"
 * without detail, and the log gets the rest.
 */
export class Refusal extends Error {
  readonly code: (typeof codes)[CodeName];
  readonly codeName: CodeName;
  /** Facts the app may show beside the code, such as the smallest amount; never secrets. */
  readonly data: Readonly<Record<string, string | number>> | null;

  constructor(codeName: Exclude<CodeName, 'success'>, data: Readonly<Record<string, string | number>> | null = null) {
    super(codeName);
    this.codeName = codeName;
    this.code = codes[codeName];
    this.data = data;
  }
}

/**
 * The refusal of a request whose deadline has passed: nothing was done under its idempotency key, and nothing will be.
 * Thrown only where no earlier attempt can still do it.
 */
export function deadlinePassed(): Refusal {
  return new Refusal('busyRetry', { reason: 'deadline-passed' });
}
