import type { CallInput, CallOutput, MoneyCall } from '../../../contract/calls.ts';
import { NotSent } from '../api.ts';

export interface MoneyCallOptions {
  /** Facts for the list of what is being checked, where the body does not tell them. */
  readonly about?: Readonly<Record<string, string>>;
  /** Told once no answer came: the outcome is not known yet, and is being asked for. */
  readonly onUnknown?: () => void;
}

/**
 * Calls the exchange for something that moves money, and answers once it is known what became of it: while it is not,
 * the exchange is asked again with the same key and body, also after the page was loaded again. The same thing asked
 * for again meanwhile is the same order.
 *
 * @throws ApiRefusal when it was not done
 * @throws NotSent, TooManyOpen when nothing was sent
 * @throws OutcomeLeft when the form let go of it: the result is shown by itself
 * @throws OutcomeUnclear when it could not be found out within a day
 */
export async function moneyCall<Name extends MoneyCall>(
  name: Name,
  input: CallInput<Name>,
  options: MoneyCallOptions = {},
): Promise<CallOutput<Name>> {
  // Fetched in idle time: a form opens without it. Where it does not come nothing can be sent either.
  const sending = await import('./sending.ts').catch((cause: unknown) => {
    throw new NotSent('the code that sends did not come', { cause });
  });
  return sending.sendAndFindOut(name, input, options);
}
