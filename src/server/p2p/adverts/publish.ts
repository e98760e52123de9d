import { receivesCurrency } from '#protocol/p2p/bank-accounts/forms.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { listedAdvertsMax, type PaymentMethod } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { needsCostConfirmed } from '../merchants/cancellations.ts';
import { checkMerchantStanding, type TraderChange } from '../merchants/standing.ts';
import { readApplicant } from '../merchants/store.ts';
import { readMethods } from '../collection-methods/store.ts';
import { type AdvertRow, toOwnAdvert } from './advert-row.ts';
import type { AdvertsDeps } from './deps.ts';
import { p2pIndex } from './p2p-index.ts';
import { reserveJournal } from './journals.ts';
import { checkAdvert } from './rules.ts';
import { countListed, insertAdvert, lockAdvert, withdrawAdvert, writePaused } from './store.ts';
import type { ShownAdverts } from './trading-merchants.ts';

/** The merchant and the idempotency key. */
export interface AdvertRequest {
  readonly owner: bigint;
  readonly key: string;
}

/** How an advert is paid. */
interface PaidBy {
  readonly methods: readonly PaymentMethod[];
  readonly methodIds: readonly bigint[];
}

/** What a request changed, for listeners after the commit. */
interface Written {
  readonly row: AdvertRow;
  readonly balances: readonly BalanceRow[];
  /** The merchant's standing where it was looked at. */
  readonly trader?: TraderChange;
}

async function request(
  deps: AdvertsDeps,
  shown: ShownAdverts,
  call: 'POST otcBuy' | 'POST otcSell' | 'POST cancelOrder',
  body: object,
  { owner, key }: AdvertRequest,
  work: (tx: Transaction, now: number) => Promise<Written>,
): Promise<OwnAdvert> {
  const { database, clock } = deps;
  const now = clock();
  let written: Written | null = null;
  const { answer } = await database.transaction(async (tx) => {
    written = null;
    // The user before the deposit and the advert: whoever asks for the deposit back waits for this.
    await readApplicant(tx.client, owner, true);
    return once(tx, { userId: owner, call, key, body, at: now }, async () => {
      written = await work(tx, now);
      const { row } = written;
      return toOwnAdvert(row, p2pIndex(deps, row.asset, row.currency));
    });
  });
  announce(deps, shown, written);
  return answer;
}

function announce({ ledger }: AdvertsDeps, { board, merchants }: ShownAdverts, written: Written | null): void {
  if (written === null) return;
  ledger.changed(written.balances);
  if (written.trader !== undefined) merchants.putStanding(written.trader);
  board.put(written.row);
}

/**
 * Publishes an advert (spec points 5 and 6). What a sell advert offers is frozen in the fiat wallet with it. A buy advert
 * of whoever used up the free cancellations of the day is paused.
 *
 * @throws Refusal `unfinishedOrder` beyond the most a merchant may list, `onlySpecifiedPaymentMethods`,
 *   `currencyMismatch`, `withdrawalHold`, `insufficientWalletBalance`, and those of `checkMerchantStanding` and `checkAdvert`
 */
export function publishAdvert(
  deps: AdvertsDeps,
  shown: ShownAdverts,
  asked: AdvertRequest & {
    /** Null for a merchant of practice mode. */
    readonly session: bigint | null;
    readonly given:
      | { readonly side: 'buy'; readonly input: CheckedInput<'POST otcBuy'> }
      | { readonly side: 'sell'; readonly input: CheckedInput<'POST otcSell'> };
  },
): Promise<OwnAdvert> {
  const { owner, given } = asked;
  const call = given.side === 'buy' ? 'POST otcBuy' : 'POST otcSell';
  const { asset, currency } = given.input;
  return request(deps, shown, call, given.input, asked, async (tx, now) => {
    deps.gate.check(call, { assets: [asset] });
    const trader = await checkMerchantStanding(tx, owner, now);
    const terms = checkAdvert(given.side, given.input, p2pIndex(deps, asset, currency));
    if ((await countListed(tx.client, owner)) >= listedAdvertsMax) {
      throw new Refusal('unfinishedOrder', { most: listedAdvertsMax });
    }
    if (given.side === 'buy') {
      const row = await insertAdvert(tx, owner, terms, { methods: given.input.methods, methodIds: [] }, now);
      // Resuming it asks what another cancellation may cost.
      const isPaused = await needsCostConfirmed(tx, owner, now);
      return { row: isPaused ? await writePaused(tx, row.id, true, now) : row, balances: [], trader };
    }
    const { session } = asked;
    const row = await insertAdvert(tx, owner, terms, await ownMethods(tx, deps, owner, given.input), now);
    const leaving = { way: 'fiat-advert', owner, session, wallet: 'fiat', asset, units: terms.units } as const;
    await deps.outflow.check(tx, leaving, now);
    return { row, balances: await deps.ledger.post(tx, reserveJournal(row, row.units, now)), trader };
  });
}

/** @throws Refusal `onlySpecifiedPaymentMethods`, `currencyMismatch` for a bank account that the currency cannot be paid to */
async function ownMethods(
  tx: Transaction,
  { secrets }: AdvertsDeps,
  owner: bigint,
  { methods: wanted, currency }: Pick<CheckedInput<'POST otcSell'>, 'methods' | 'currency'>,
): Promise<PaidBy> {
  const own = secrets === null ? [] : await readMethods(tx.client, secrets, owner);
  const chosen = own.filter(({ id }) => wanted.includes(id.toString()));
  const methods = [...new Set(chosen.map(({ method }) => method))];
  // One account of each method: a buyer chooses the method, and must know what that means.
  if (chosen.length !== wanted.length || methods.length !== chosen.length) {
    throw new Refusal('onlySpecifiedPaymentMethods');
  }
  const foreign = chosen.find((one) => !receivesCurrency(one, currency));
  if (foreign !== undefined) throw new Refusal('currencyMismatch', { field: 'methods', id: foreign.id.toString() });
  return { methods, methodIds: chosen.map(({ id }) => id) };
}

/**
 * Withdraws an own advert. What a sell advert still held is available again; orders that were taken go on.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` for one that was withdrawn
 */
export function takeDownAdvert(
  deps: AdvertsDeps,
  shown: ShownAdverts,
  asked: AdvertRequest & { readonly id: string },
): Promise<OwnAdvert> {
  const { owner, id } = asked;
  return request(deps, shown, 'POST cancelOrder', { id }, asked, async (tx, now) => {
    const advert = await lockAdvert(tx, BigInt(id));
    if (advert === null || advert.owner !== owner) throw new Refusal('notFound');
    deps.gate.check('POST cancelOrder', { assets: [advert.asset] });
    if (advert.state !== 'listed') throw new Refusal('alreadyProcessed');
    const row = await withdrawAdvert(tx, advert.id, now);
    const isHeld = advert.side === 'sell' && advert.remaining > 0n;
    const journals = isHeld ? [reserveJournal(advert, 0n - advert.remaining, now)] : [];
    return { row, balances: await deps.ledger.postMany(tx, journals) };
  });
}
