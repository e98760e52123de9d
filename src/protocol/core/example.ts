import type { CallInput, CallName, CallOutput } from '../calls.ts';

/** An input of each call with the answer it may get. Tests send every input to an exchange. */
export type Examples = {
  readonly [Name in CallName]: { readonly input: CallInput<Name>; readonly output: CallOutput<Name> };
};
