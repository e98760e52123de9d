import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { moneyCall } from '#app/platform/api/api.ts';
import { walletQuery } from '../assets/queries.ts';
import { backingQuery } from '../backing/queries.ts';
import { alreadyQuery, eventsRoot, limitsQuery, loansRoot } from './queries.ts';

function refreshLoans(client: QueryClient): void {
  const keys = [[loansRoot], [eventsRoot], limitsQuery.queryKey, alreadyQuery.queryKey];
  const money = [walletQuery.queryKey, backingQuery.queryKey, ['cashflow']];
  for (const queryKey of [...keys, ...money]) void client.invalidateQueries({ queryKey });
}

/** Applies for a loan. */
export function applyMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (request: CallInput<'POST loan/add'>) => moneyCall('POST loan/add', request),
    meta: { quiet: true },
    onSettled: () => refreshLoans(client),
  });
}

/** What is done to a loan, with the coin it is done in. */
interface Repair {
  readonly act: CallInput<'POST coinLoan'>;
  readonly asset: string;
}

/** Repays a loan in part or whole, or adds collateral. */
export function repairMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ act, asset }: Repair) => {
      const amount = act.act === 'repay-all' ? act.most : act.amount;
      return moneyCall('POST coinLoan', act, { about: { facts: `${formatNumber(amount)} ${asset}` } });
    },
    meta: { quiet: true },
    onSettled: () => refreshLoans(client),
  });
}
