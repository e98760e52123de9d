import type { CallInput, CallOutput, MoneyCall } from '#protocol/calls.ts';
import { sendMoneyCall } from '../api/api.ts';
import { newKey } from './intent.ts';

/** Uses a money call that moves nothing, such as a recipient look-up: nothing is stored. */
export function moneyLookUp<Name extends MoneyCall>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
  return sendMoneyCall(name, input, { key: newKey(), deadline: null });
}
