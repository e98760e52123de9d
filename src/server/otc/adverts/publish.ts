import type { CheckedInput } from '../../../protocol/calls.ts';
import type { OwnAdvert } from '../../../protocol/entities/fiat-trade.ts';
import { listedAdvertsMax, type PaymentMethod } from '../../../protocol/fiat.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { once } from '../../core/idempotency/once.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Transaction } from '../../core/store/database.ts';
import { checkSaleHold } from '../../users/accounts/withdrawal-hold.ts';
import { requiredUnits } from '../merchants/rules.ts';
import { lockMerchant, readApplicant } from '../merchants/store.ts';
import { readMethods } from '../methods/store.ts';
import { type AdvertRow, toOwnAdvert } from './advert-row.ts';
import type { AdvertBoard } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { fiatIndex } from './fiat-index.ts';
import { reserveJournal } from './journals.ts';
import { checkAdvert } from './rules.ts';
import { countListed, insertAdvert, lockAdvert, withdrawAdvert } from './store.ts';

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
}

async function request(
  deps: AdvertsDeps,
  board: AdvertBoard,
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
      return toOwnAdvert(row, fiatIndex(deps, row.asset, row.currency));
    });
  });
  announce(deps, board, written);
  return answer;
}

function announce({ ledger }: AdvertsDeps, board: AdvertBoard, written: Written | null): void {
  if (written === null) return;
  ledger.changed(written.balances);
  board.put(written.row);
}

/**
 * Publishes an advert (spec points 5 and 6). What a sell advert offers is frozen in the fiat wallet with it.
 *
 * @throws Refusal `setNicknameFirst`, `marginTopUpNeeded`, `marginBeingReturned`, `unfinishedOrder` beyond the most a
 *   merchant may list, `onlySpecifiedPaymentMethods`, `withdrawalHold`, `insufficientWalletBalance`, and those of
 *   `checkAdvert`
 */
export function publishAdvert(
  deps: AdvertsDeps,
  board: AdvertBoard,
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
  return request(deps, board, call, given.input, asked, async (tx, now) => {
    deps.gate.check(call, { assets: [asset] });
    await checkStanding(tx, owner);
    const terms = checkAdvert(given.side, given.input, fiatIndex(deps, asset, currency));
    if ((await countListed(tx.client, owner)) >= listedAdvertsMax) {
      throw new Refusal('unfinishedOrder', { most: listedAdvertsMax });
    }
    if (given.side === 'buy') {
      const row = await insertAdvert(tx, owner, terms, { methods: given.input.methods, methodIds: [] }, now);
      return { row, balances: [] };
    }
    // What holds withdrawals back holds sales to others too.
    await checkSaleHold(tx, { user: owner, session: asked.session }, now);
    const row = await insertAdvert(tx, owner, terms, await ownMethods(tx, deps, owner, given.input.methods), now);
    return { row, balances: await deps.ledger.post(tx, reserveJournal(row, row.units, now)) };
  });
}

async function checkStanding(tx: Transaction, owner: bigint): Promise<void> {
  const { nickname } = await readApplicant(tx.client, owner);
  if (nickname === null) throw new Refusal('setNicknameFirst');
  const { state, units } = await lockMerchant(tx, owner);
  if (state === 'refund-review') throw new Refusal('marginBeingReturned');
  if (state !== 'paid' || units < requiredUnits) throw new Refusal('marginTopUpNeeded');
}

async function ownMethods(
  tx: Transaction,
  { secrets }: AdvertsDeps,
  owner: bigint,
  wanted: readonly string[],
): Promise<PaidBy> {
  const own = secrets === null ? [] : await readMethods(tx.client, secrets, owner);
  const chosen = own.filter(({ id }) => wanted.includes(id.toString()));
  const methods = [...new Set(chosen.map(({ method }) => method))];
  // One account of each method: a buyer chooses the method, and must know what that means.
  if (chosen.length !== wanted.length || methods.length !== chosen.length) {
    throw new Refusal('onlySpecifiedPaymentMethods');
  }
  return { methods, methodIds: chosen.map(({ id }) => id) };
}

/**
 * Withdraws an own advert. What a sell advert still held is available again; orders that were taken go on.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` for one that was withdrawn
 */
export function takeDownAdvert(
  deps: AdvertsDeps,
  board: AdvertBoard,
  asked: AdvertRequest & { readonly id: string },
): Promise<OwnAdvert> {
  const { owner, id } = asked;
  return request(deps, board, 'POST cancelOrder', { id }, asked, async (tx, now) => {
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
