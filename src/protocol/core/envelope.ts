import type { Code } from './codes.ts';

/**
 * What an answer asks of the app beyond showing its code (spec point 2, session redirects):
 * `expired` and `999` lead to log-in, `998` to real-name authentication, `997` to binding a receiving method.
 */
export type AnswerType = 'ok' | 'error' | 'expired' | '999' | '998' | '997';

/**
 * The envelope around every answer of the API. A refusal is HTTP 200 with a catalogue code, except
 * that HTTP 401 asks for the transaction password and HTTP 500 carries no detail.
 */
export interface Envelope<Data = unknown> {
  readonly code: Code;
  /** The answer, or null when the call was refused. */
  readonly data: Data;
  /** The code's plain name, for users who read logs; the app words the code in the reader's language. */
  readonly msg: string;
  readonly type: AnswerType;
}

/** One page of a list; `next` is the cursor of the following page, null on the last one. */
export interface Page<Item> {
  readonly list: readonly Item[];
  readonly next: string | null;
}
