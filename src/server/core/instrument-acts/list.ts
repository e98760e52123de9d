import type { Ms } from '#protocol/core/brand.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import type { PairState } from '#protocol/market-data/entities/market.ts';
import type { OperatorAct } from '../gate/operator-log.ts';
import { writeOperatorLog } from '../gate/operator-log.ts';
import type { Signed } from '../gate/stops.ts';
import type { Transaction } from '../store/database.ts';
import { feePlaces, type ListedPair, quoteAsset } from '../instruments/listed.ts';
import {
  coinFaults,
  contractFaults,
  type NewCoin,
  type NewContract,
  type NewPair,
  pairFaults,
  pairMoves,
  type PairTerms,
  termsFaults,
} from '../instruments/rules.ts';
import {
  contractsFollowing,
  insertCoin,
  insertContract,
  insertPair,
  lockPair,
  readCoin,
  updatePair,
} from '../instruments/store.ts';

/**
 * What changes the instruments, each in the caller's transaction and with a line in the operators' log that says who and
 * why. The running exchange follows within a second of the commit; nothing else is needed.
 *
 * Other areas list a coin with its pair by `listCoin(tx, { coin, pair }, signed)`.
 */

/** Something cannot be listed, or changed so; `faults` say why, in words for who asked. */
export class NotListed extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}

/** A coin, and its pair where it has one. */
export interface NewListing {
  readonly coin: NewCoin;
  /** Without its base, which is the coin; null lists the coin alone. */
  readonly pair: Omit<NewPair, 'base'> | null;
}

/**
 * Lists a coin, with its pair. Both are there when the transaction commits, and the running exchange opens the pair's
 * market within a second: a book, candles, ticker and topics, and the boards of open apps.
 *
 * @param signed who lists it, why and when; also the start of the pair's history
 * @returns the id of the last line in the operators' log, which `isTakenUp` reports on
 * @throws NotListed when the coin is listed already, or anything is wrong with it or its pair; nothing is written then,
 *   as long as the caller lets the transaction fail
 */
export async function listCoin(tx: Transaction, { coin, pair }: NewListing, signed: Signed): Promise<bigint> {
  const faults = coinFaults(coin);
  if (faults.length > 0) throw new NotListed(faults);
  if (!(await insertCoin(tx.client, { ...coin, listedAt: signed.at }))) throw new NotListed([`${coin.id} is listed`]);
  const line = await logListing(tx, 'list-coin', `${coin.id} scale ${coin.scale}`, signed);
  return pair === null ? line : listPair(tx, { ...pair, base: coin.id }, signed);
}

/**
 * Lists a pair of two listed coins.
 *
 * @returns the id of the line in the operators' log
 * @throws NotListed when there is such a pair, a coin is missing, or anything is wrong with it
 */
export async function listPair(tx: Transaction, pair: NewPair, signed: Signed): Promise<bigint> {
  const [base, quote] = [await readCoin(tx, pair.base), await readCoin(tx, pair.quote)];
  if (base === null || quote === null) {
    throw new NotListed([`${base === null ? pair.base : pair.quote} is not listed`]);
  }
  const faults = pairFaults(pair, base, quote, signed.at);
  if (faults.length > 0) throw new NotListed(faults);
  const { makerFee, takerFee, ...row } = pair;
  const isNew = await insertPair(tx.client, {
    ...row,
    makerFeePpm: ppm(makerFee),
    takerFeePpm: ppm(takerFee),
    listedAt: signed.at,
    cancelsAt: null,
    closesAt: null,
  });
  const id = pair.base + pair.quote;
  if (!isNew) throw new NotListed([`${id} is listed`]);
  return logListing(tx, 'list-pair', `${id} ${pair.state}${timeText(' opens ', pair.opensAt)}`, signed);
}

/**
 * Lists a contract on a listed pair. Its market opens within a second of the commit: a book, a mark price, charts.
 *
 * @returns the id of the line in the operators' log
 * @throws NotListed when there is such a contract, or anything is wrong with it
 */
export async function listContract(tx: Transaction, contract: NewContract, signed: Signed): Promise<bigint> {
  const followed = await lockPair(tx, contract.base + quoteAsset);
  const faults = contractFaults(contract, followed);
  if (faults.length > 0) throw new NotListed(faults);
  const isNew = await insertContract(tx.client, { ...contract, listedAt: signed.at });
  if (!isNew) throw new NotListed([`${contract.id} is listed`]);
  return logListing(tx, 'list-contract', `${contract.id} on ${contract.base}${quoteAsset}`, signed);
}

/** A step in a pair's life. */
interface PairMove {
  readonly to: Exclude<PairState, 'closing'>;
  /** A new time of the opening; absent to keep the one there is. */
  readonly opensAt?: Ms;
}

/**
 * Moves a pair to another state. One that opens for the first time counts as listed from now on.
 *
 * @returns the id of the line in the operators' log
 * @throws NotListed when there is no such pair, or that state cannot follow
 */
export async function movePair(
  tx: Transaction,
  id: string,
  { to, opensAt }: PairMove,
  signed: Signed,
): Promise<bigint> {
  const pair = await movable(tx, id, to);
  const opening = opensAt ?? pair.opensAt;
  if (to === 'auction' && !(opening !== null && opening > signed.at)) {
    throw new NotListed(['an auction needs the time of its opening, which lies ahead']);
  }
  const isFirst = to === 'open' && (pair.state === 'announced' || pair.state === 'auction');
  await updatePair(tx.client, id, {
    state: to,
    opensAt: opening,
    ...(to === 'closed' ? {} : { cancelsAt: null, closesAt: null }),
    ...(isFirst ? { listedAt: signed.at } : {}),
  });
  return logListing(tx, 'list-move', `${id} ${pair.state} → ${to}`, signed);
}

/** The end of a pair: when resting orders are cancelled, and when it is gone. */
interface PairEnd {
  readonly cancelsAt: Ms;
  readonly closesAt: Ms;
}

/**
 * Begins the end of a pair: no order is taken any more, resting orders are cancelled at `cancelsAt`, and at `closesAt`
 * it is gone.
 *
 * @returns the id of the line in the operators' log
 * @throws NotListed when there is no such pair, it cannot end from its state, a contract follows it, or the times are not
 *   in that order ahead
 */
export async function endPair(tx: Transaction, id: string, end: PairEnd, signed: Signed): Promise<bigint> {
  const { cancelsAt, closesAt } = end;
  const { base } = await movable(tx, id, 'closing');
  const following = await contractsFollowing(tx, base);
  // Their positions are marked and liquidated by its price.
  if (following.length > 0) throw new NotListed([`${following.join(', ')} follow ${id}`]);
  if (!(cancelsAt >= signed.at && closesAt >= cancelsAt && Number.isSafeInteger(closesAt))) {
    throw new NotListed(['orders are cancelled at a time to come, and the pair closes then or later']);
  }
  await updatePair(tx.client, id, { state: 'closing', cancelsAt, closesAt });
  const times = `${timeText(' cancels ', cancelsAt)}${timeText(' closes ', closesAt)}`;
  return logListing(tx, 'list-end', `${id}${times}`, signed);
}

/**
 * Changes limits, fees or tags of a pair; the others stay. Orders that rest keep what they were placed with, and fees
 * count from the next trade on.
 *
 * @returns the id of the line in the operators' log
 * @throws NotListed when there is no such pair, or anything is wrong with the terms
 */
export async function changeTerms(
  tx: Transaction,
  id: string,
  terms: Partial<PairTerms>,
  signed: Signed,
): Promise<bigint> {
  const pair = await lockPair(tx, id);
  const [base, quote] = pair === null ? [null, null] : [await readCoin(tx, pair.base), await readCoin(tx, pair.quote)];
  if (pair === null || base === null || quote === null) throw new NotListed([`${id} is not listed`]);
  const next = { ...pair, ...terms };
  const faults = termsFaults(next, pair, base, quote);
  if (faults.length > 0) throw new NotListed(faults);
  const { minAmount, maxAmount, minTotal, tags } = next;
  const [makerFeePpm, takerFeePpm] = [ppm(next.makerFee), ppm(next.takerFee)];
  await updatePair(tx.client, id, { minAmount, maxAmount, minTotal, tags, makerFeePpm, takerFeePpm });
  const said = Object.entries(terms).map(([name, value]) => `${name} ${String(value)}`);
  return logListing(tx, 'list-terms', `${id} ${said.join(' ')}`, signed);
}

async function movable(tx: Transaction, id: string, to: PairState): Promise<ListedPair> {
  const pair = await lockPair(tx, id);
  if (pair === null) throw new NotListed([`${id} is not listed`]);
  if (!pairMoves[pair.state].includes(to)) throw new NotListed([`${id} is ${pair.state} and cannot become ${to}`]);
  return pair;
}

const ppm = (fee: string) => Number(toUnits(fee, feePlaces));

function timeText(before: string, at: Ms | null): string {
  return at === null ? '' : `${before}${new Date(at).toISOString()}`;
}

function logListing(tx: Transaction, what: OperatorAct['what'], subject: string, signed: Signed): Promise<bigint> {
  return writeOperatorLog(tx, { what, scope: null, subject, sessions: [] }, signed);
}
