import type { CallInput, CallOutput, MoneyCall } from '../../../protocol/calls.ts';
import { sendMoneyCall } from '../api/api.ts';
import { newKey } from './intent.ts';

/** Asks something of the calls that move money which moves none, as who a recipient is: nothing is kept of it. */
export function moneyLookUp<Name extends MoneyCall>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
  return sendMoneyCall(name, input, { key: newKey(), deadline: null });
}
