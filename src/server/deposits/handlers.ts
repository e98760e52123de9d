import type { CallOutput, CheckedInput } from '../../contract/calls.ts';
import { isWatched, type Chain } from '../chains/chain.ts';
import { chainTerms } from '../chains/chain-terms.ts';
import type { OpenChains } from '../chains/open-chains.ts';
import { payFromFaucet } from '../chains/test-faucet.ts';
import type { Handlers } from '../http/handler.ts';
import { once } from '../idempotency/once.ts';
import type { BalanceRow } from '../ledger/balance-row.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Transaction } from '../store/database.ts';
import { takePracticeCoins } from '../wallet/practice-coins.ts';
import { ownAddress } from './addresses.ts';
import { depositPage } from './deposit-store.ts';
import { newestScanned } from './scanned-blocks.ts';
import { declareDeposit, type VoucherMeans } from './vouchers.ts';

/** What the calls of deposits need. */
export interface DepositCallMeans extends VoucherMeans {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'post' | 'changed'>;
  readonly chains: OpenChains;
  readonly mode: 'practice' | 'live';
}

type DepositHandlers = Pick<Handlers, 'GET platformAddress' | 'POST recharge' | 'GET recharge/list'>;
type Recharge = CallOutput<'POST recharge'>;

/** What a recharge answers, and the balances that it changed at once. */
interface Recharged {
  readonly answer: Recharge;
  readonly balances: readonly BalanceRow[];
}

export function createDepositHandlers(means: DepositCallMeans): DepositHandlers {
  const { database, chains, clock } = means;
  return {
    'GET platformAddress': async ({ asset, chain }, { caller }) => {
      const terms = chainTerms(chains, asset, means.gate);
      if (asset === undefined || chain === undefined) return { chains: terms, address: null };
      const found = chains.coin(chain, asset);
      if (found === null) throw new Refusal('currencyMismatch');
      const address = await followedAddress(means, found.chain, caller.userId);
      return { chains: terms, address: { asset, chain, address } };
    },

    'POST recharge': async (input, { caller, idempotencyKey }) => {
      // The address is made before the transaction that pays to it: it stands for itself.
      const address =
        input.chain === 'TEST' && chains.testChain !== null
          ? await followedAddress(means, chains.testChain, caller.userId)
          : null;
      let balances: readonly BalanceRow[] = [];
      const { answer } = await database.transaction(async (tx) => {
        balances = [];
        const tap = { userId: caller.userId, call: 'POST recharge', key: idempotencyKey, body: input, at: clock() };
        return once(tx, tap, async () => {
          const recharged = await recharge(tx, means, { userId: caller.userId, address }, input);
          balances = recharged.balances;
          return recharged.answer;
        });
      });
      means.ledger.changed(balances);
      return answer;
    },

    'GET recharge/list': (query, { caller }) => depositPage(database.pool, caller.userId, query),
  };
}

/**
 * The address of a person on a chain. A chain that is watched gives none before its first block was seen: what came
 * in between would not be found.
 *
 * @throws Refusal `busyRetry`
 */
async function followedAddress({ database, clock }: DepositCallMeans, chain: Chain, owner: bigint): Promise<string> {
  if (isWatched(chain) && (await newestScanned(database.pool, chain.id)) === null) throw new Refusal('busyRetry');
  return ownAddress(database.pool, chain, owner, clock());
}

async function recharge(
  tx: Transaction,
  means: DepositCallMeans,
  person: { readonly userId: bigint; readonly address: string | null },
  input: CheckedInput<'POST recharge'>,
): Promise<Recharged> {
  const now = means.clock();
  const { asset, chain } = input;
  means.gate.check('POST recharge', { assets: [asset], chain });
  if ('hash' in input) {
    const deposit = await declareDeposit(tx, means, person.userId, input);
    return { answer: { asset, amount: deposit.amount, nextAt: null, deposit, hash: null }, balances: [] };
  }
  if (means.mode !== 'practice') throw new Refusal('notYetOpen');
  if (input.chain === 'PRACTICE') {
    const { amount, nextAt, changed } = await takePracticeCoins(tx, means.ledger, person.userId, asset, now);
    return { answer: { asset, amount, nextAt, deposit: null, hash: null }, balances: changed };
  }
  const { testChain } = means.chains;
  if (testChain === null || person.address === null) throw new Refusal('notYetOpen');
  const to = { userId: person.userId, address: person.address };
  const { amount, nextAt, hash } = await payFromFaucet(tx, testChain, to, input, now);
  return { answer: { asset, amount, nextAt, deposit: null, hash }, balances: [] };
}
