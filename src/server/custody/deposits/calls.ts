import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { isWatched, type Chain } from '../chains/chain.ts';
import { chainTerms } from '../chains/chain-terms.ts';
import type { OpenChains } from '#server/main/open-chains.ts';
import type { Handlers } from '#server/core/handler.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { takePracticeCoins } from '../wallets/practice-coins.ts';
import { ownAddress } from './addresses.ts';
import { depositPage } from './store.ts';
import { newestScanned } from './scanned-blocks.ts';
import { declareDeposit, type VoucherDeps } from './vouchers.ts';

/** What the calls of deposits need. */
interface DepositCallDeps extends VoucherDeps {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'post' | 'changed'>;
  readonly chains: OpenChains;
  readonly mode: 'practice' | 'live';
}

type DepositHandlers = Pick<Handlers, 'GET platformAddress' | 'POST recharge' | 'GET recharge/list'>;
type Recharge = CallOutput<'POST recharge'>;

/** The answer of a recharge, and the balances it changed. */
interface Recharged {
  readonly answer: Recharge;
  readonly balances: readonly BalanceRow[];
}

export function createDepositHandlers(deps: DepositCallDeps): DepositHandlers {
  const { database, chains, clock } = deps;
  return {
    'GET platformAddress': async ({ asset, chain }, { caller }) => {
      const terms = chainTerms(chains, asset, deps.gate);
      if (asset === undefined || chain === undefined) return { chains: terms, address: null };
      const found = chains.coin(chain, asset);
      if (found === null) throw new Refusal('currencyMismatch');
      const address = await followedAddress(deps, found.chain, caller.userId);
      return { chains: terms, address: { asset, chain, address } };
    },

    'POST recharge': async (input, { caller, idempotencyKey }) => {
      // The address is created in its own transaction before the payment to it.
      const address =
        input.chain === 'TEST' && chains.testChain !== null
          ? await followedAddress(deps, chains.testChain, caller.userId)
          : null;
      let balances: readonly BalanceRow[] = [];
      const { answer } = await database.transaction(async (tx) => {
        balances = [];
        const request = { userId: caller.userId, call: 'POST recharge', key: idempotencyKey, body: input, at: clock() };
        return once(tx, request, async () => {
          const recharged = await recharge(tx, deps, { userId: caller.userId, address }, input);
          balances = recharged.balances;
          return recharged.answer;
        });
      });
      deps.ledger.changed(balances);
      return answer;
    },

    'GET recharge/list': (query, { caller }) => depositPage(database.pool, caller.userId, query),
  };
}

/**
 * The address of a user on a chain. A watched chain gives none before its first block was read: payments in between
 * would be missed.
 *
 * @throws Refusal `busyRetry`
 */
async function followedAddress({ database, clock }: DepositCallDeps, chain: Chain, owner: bigint): Promise<string> {
  if (isWatched(chain) && (await newestScanned(database.pool, chain.id)) === null) throw new Refusal('busyRetry');
  return ownAddress(database.pool, chain, owner, clock());
}

async function recharge(
  tx: Transaction,
  deps: DepositCallDeps,
  user: { readonly userId: bigint; readonly address: string | null },
  input: CheckedInput<'POST recharge'>,
): Promise<Recharged> {
  const now = deps.clock();
  const { asset, chain } = input;
  deps.gate.check('POST recharge', { assets: [asset], chain });
  if ('hash' in input) {
    const deposit = await declareDeposit(tx, deps, user.userId, input);
    return { answer: { asset, amount: deposit.amount, nextAt: null, deposit, hash: null }, balances: [] };
  }
  if (deps.mode !== 'practice') throw new Refusal('notYetOpen');
  if (input.chain === 'PRACTICE') {
    const { amount, nextAt, changed } = await takePracticeCoins(tx, deps.ledger, user.userId, asset, now);
    return { answer: { asset, amount, nextAt, deposit: null, hash: null }, balances: changed };
  }
  const { faucet } = deps.chains;
  if (faucet === null || user.address === null) throw new Refusal('notYetOpen');
  const to = { userId: user.userId, address: user.address };
  const { amount, nextAt, hash } = await faucet(tx, to, input, now);
  return { answer: { asset, amount, nextAt, deposit: null, hash }, balances: [] };
}
