import { moneyCall } from '#app/platform/api/api.ts';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { storeFaucetWait } from '../assets/faucet-waits.ts';
import { nextTakeAt } from '../assets/mutations.ts';
import { takeRecords } from './records/live-records.ts';
import { depositsRoot } from './queries.ts';

/** The test chain by its id. */
const testChain = 'TEST';

/** Storage key of the wait for the test chain's faucet, which is separate from that of practice coins. */
export function testCoinWait(asset: string): string {
  return `${testChain}/${asset}`;
}

/** Has the faucet of the test chain pay to the own address; the payment comes in with the next block. */
export function testCoinsMutation() {
  return mutationOptions({
    mutationFn: (asset: string) => moneyCall('POST recharge', { chain: testChain, asset }),
    meta: { quiet: true },
    onSuccess: ({ asset, nextAt }) => {
      if (nextAt !== null) storeFaucetWait(testCoinWait(asset), nextAt);
    },
    onError: (error, asset) => {
      const nextAt = nextTakeAt(error);
      if (nextAt !== null) storeFaucetWait(testCoinWait(asset), nextAt);
    },
  });
}

/** What a user declares about a deposit on a chain that is not watched. */
interface Voucher {
  readonly chain: string;
  readonly asset: string;
  readonly amount: string;
  readonly hash: string;
  /** Id of the uploaded picture. */
  readonly voucher: string;
}

/** Declares a deposit; customer service reviews it. */
export function voucherMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (voucher: Voucher) => moneyCall('POST recharge', voucher),
    meta: { quiet: true },
    onSuccess: ({ deposit }) => {
      if (deposit !== null) takeRecords(client, depositsRoot, [deposit]);
    },
  });
}
