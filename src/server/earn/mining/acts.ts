import type { CheckedInput, CallOutput } from '#protocol/calls.ts';
import { fillable, filled, started, incomePerDay, incomeToEnd } from '#protocol/mining/maths.ts';
import { fromUnits, toExactUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { fromAside, intoCover, coverKey, freeCover, setAside } from '../backing/accounts.ts';
import type { MiningDeps } from './deps.ts';
import { notifyOfMiner } from './miner-notices.ts';
import { type MinerRow, referenceOf, toCollect, withRun, leftOf, type ModelRow, shownMiner, termsOf } from './rules.ts';
import { type MinerHappening, type SettledMiner, settleMiner } from './settling.ts';
import { lockMiner, lockOpenMiners, writeMiner, countOwned, insertMiners, lockModel, writeModel } from './store.ts';
import { minersBoughtAtOnceMax, minersOpenMax } from '#protocol/core/limits.ts';
import { requirePerson } from '#server/accounts/identity/person.ts';

/** What an act changed: miners, and balances for `ledger.changed` after the commit. */
interface MinerDone {
  readonly row: MinerRow;
  readonly changed: readonly BalanceRow[];
}

type ActDeps = Pick<MiningDeps, 'ledger' | 'gate' | 'notices' | 'outflow'>;

/** The user's own miner, locked and brought up to now. @throws Refusal `minerUnknown` */
async function ownMiner(tx: Transaction, owner: bigint, id: string, now: number): Promise<SettledMiner> {
  const row = await lockMiner(tx, BigInt(id));
  if (row === null || row.owner !== owner) throw new Refusal('minerUnknown');
  return settleMiner(row, now);
}

/**
 * Starts a miner, or fills it: one that stopped without fuel goes on from that moment.
 *
 * @throws Refusal `minerUnknown`, `minerStartedOrEnded`, `insufficientFuel` for a start without any,
 *   `minerQuantityWrong` for more fuel than fits or can be burnt, `withdrawalHold`, `insufficientWalletBalance`
 */
export async function startUp(
  tx: Transaction,
  deps: ActDeps,
  owner: bigint,
  input: CheckedInput<'POST startUpMiningOrder'>,
  now: number,
): Promise<MinerDone> {
  const settled = await ownMiner(tx, owner, input.miner, now);
  const { row } = settled;
  deps.gate.check('POST startUpMiningOrder', { assets: [row.asset] });
  if (row.endedAt !== null) throw new Refusal('minerStartedOrEnded');
  if (input.step === 'start') {
    if (row.startedAt !== null) throw new Refusal('minerStartedOrEnded');
    if (row.tank < row.burn) throw new Refusal('insufficientFuel');
    const at = Math.max(now, row.asOf);
    return write(tx, deps, settled, withRun(row, started(row, at)), { what: 'started', at });
  }
  const most = fillable(row, row);
  if (input.fuel < 1 || input.fuel > most) throw new Refusal('minerQuantityWrong', { most });
  const amount = BigInt(input.fuel) * row.fuelPrice;
  const event = { what: 'filled' as const, fuel: input.fuel, amount, at: Math.max(now, row.asOf) };
  const { asset } = row;
  const bought: Journal = {
    kind: 'miner-fuel',
    reference: referenceOf(row),
    at: now,
    postings: [
      { owner, wallet: 'spot', asset, part: 'available', amount: 0n - amount },
      intoCover('mining', asset, amount),
    ],
  };
  const leaving = { way: 'miner', owner, session: null, wallet: 'spot', asset, units: amount } as const;
  await deps.outflow.check(tx, leaving, now);
  return write(tx, deps, settled, withRun(row, filled(row, row, input.fuel)), event, bought);
}

async function write(
  tx: Transaction,
  deps: ActDeps,
  { events, journals }: SettledMiner,
  row: MinerRow,
  event: MinerHappening,
  journal?: Journal,
): Promise<MinerDone> {
  await writeMiner(tx, row, [...events, event]);
  const changed = await deps.ledger.postMany(tx, journal === undefined ? journals : [...journals, journal]);
  return { row, changed };
}

/** Income that was collected of one coin. */
interface Collected {
  readonly list: readonly { readonly asset: string; readonly amount: string }[];
  readonly changed: readonly BalanceRow[];
}

/**
 * Pays what can be collected, of one miner or of all, from what was set aside into the mining wallet.
 *
 * @throws Refusal `minerUnknown`; `minerNotEnded` when there is nothing to collect yet, `minerIncomeReceived` when there
 *   is nothing to come any more
 */
export async function collectIncome(
  tx: Transaction,
  deps: ActDeps,
  owner: bigint,
  id: string | undefined,
  now: number,
): Promise<Collected> {
  const open =
    id === undefined
      ? (await lockOpenMiners(tx, owner)).map((row) => settleMiner(row, now))
      : [await ownMiner(tx, owner, id, now)];
  if (open.length === 0) throw new Refusal('minerUnknown');
  deps.gate.check('POST pickMiningOrder', { assets: [...new Set(open.map(({ row }) => row.asset))] });
  const ready = open.filter(({ row }) => toCollect(row) > 0n);
  if (ready.length === 0) {
    throw new Refusal(open.some(({ row }) => row.endedAt === null) ? 'minerNotEnded' : 'minerIncomeReceived');
  }
  const journals: Journal[] = [];
  const sums = new Map<string, bigint>();
  for (const settled of ready) {
    const amount = toCollect(settled.row);
    const { asset } = settled.row;
    sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    await writeMiner(tx, collectedRow(settled.row, amount, now), [
      ...settled.events,
      { what: 'collected', amount, at: Math.max(now, settled.row.asOf) },
    ]);
    journals.push(...settled.journals, {
      kind: 'miner-income',
      reference: referenceOf(settled.row),
      at: now,
      postings: [fromAside('mining', asset, amount), { owner, wallet: 'mining', asset, part: 'available', amount }],
    });
  }
  const changed = await deps.ledger.postMany(tx, journals);
  for (const { row, news } of ready) if (news === 'stopped') await notifyOfMiner(tx, deps, row, news);
  const list = [...sums].map(([asset, units]) => ({ asset, amount: fromUnits(units, assetScale(asset)) }));
  return { list, changed };
}

function collectedRow(row: MinerRow, amount: bigint, now: number): MinerRow {
  const aside = row.aside - amount;
  const isDone = row.endedAt !== null && aside === 0n;
  return { ...row, collected: row.collected + amount, aside, doneAt: isDone ? now : null };
}

/** A purchase that was written, and the balances it changed. */
interface Bought {
  readonly answer: CallOutput<'POST addMiningOrder'>;
  readonly changed: readonly BalanceRow[];
}

/**
 * Sells miners: the price goes to the mining account, and the income to the end of service is set aside there, in one
 * transaction. The buyer was locked before, see `lockBuyer`.
 *
 * @throws Refusal `minerUnknown`, `noRealName` for a model with a limit per person, `minerPriceWrong` when it has changed,
 *   `minerQuantityWrong`, `minerLimitReached`, `prizePoolFull` when none is left or covered, `withdrawalHold`,
 *   `insufficientWalletBalance`
 */
export async function buyMiners(
  tx: Transaction,
  deps: Pick<MiningDeps, 'ledger' | 'gate' | 'config' | 'outflow'>,
  owner: bigint,
  input: CheckedInput<'POST addMiningOrder'>,
  at: number,
): Promise<Bought> {
  const model = await lockModel(tx, BigInt(input.model));
  if (model === null || !model.onSale) throw new Refusal('minerUnknown');
  const { asset } = model;
  deps.gate.check('POST addMiningOrder', { assets: [asset] });
  if (model.perPerson !== null) {
    await requirePerson(tx, { mode: deps.config.mode, owner, benefit: 'miner per person' });
  }
  await checkOrder(tx, owner, model, input);
  const locked = await deps.ledger.lockBalances(tx, [{ owner, wallet: 'spot', asset }, coverKey('mining', asset)]);
  const left = leftOf(model, freeCover(locked, 'mining', asset));
  if (left === 0) throw new Refusal('prizePoolFull');
  if (input.quantity > left) throw new Refusal('minerQuantityWrong', { most: left });
  const units = model.price * BigInt(input.quantity);
  await deps.outflow.check(tx, { way: 'miner', owner, session: null, wallet: 'spot', asset, units }, at);
  await writeModel(tx, { ...model, sold: model.sold + input.quantity });
  const rows = await insertMiners(
    tx,
    Array.from({ length: input.quantity }, (_, nth) => newMiner(model, owner, model.sold + nth + 1, at)),
  );
  const changed = await deps.ledger.postMany(tx, rows.flatMap(purchaseJournals));
  return { answer: { list: rows.map(shownMiner), at }, changed };
}

async function checkOrder(
  tx: Transaction,
  owner: bigint,
  model: ModelRow,
  { price, quantity }: CheckedInput<'POST addMiningOrder'>,
): Promise<void> {
  if (toExactUnits(price, assetScale(model.asset)) !== model.price) throw new Refusal('minerPriceWrong');
  if (quantity < 1 || quantity > minersBoughtAtOnceMax) {
    throw new Refusal('minerQuantityWrong', { most: minersBoughtAtOnceMax });
  }
  const { ofModel, open } = await countOwned(tx, owner, model.id);
  const isOverLimit = model.perPerson !== null && ofModel + quantity > model.perPerson;
  if (isOverLimit || open + quantity > minersOpenMax) {
    throw new Refusal('minerLimitReached', { most: isOverLimit ? (model.perPerson ?? 0) : minersOpenMax });
  }
}

function newMiner(model: ModelRow, owner: bigint, number: number, at: number) {
  const { id, issued: _issued, sold: _sold, perPerson: _limit, onSale: _sale, createdAt: _created, ...terms } = model;
  const promised = incomeToEnd(termsOf(model));
  return {
    ...terms,
    owner,
    model: id,
    number,
    daily: incomePerDay(termsOf(model)),
    promised,
    aside: promised,
    asOf: at,
    boughtAt: at,
  };
}

/** The price to the mining account, and of its cover what the miner will earn set aside. */
function purchaseJournals(row: MinerRow): Journal[] {
  const { owner, asset, price, promised, boughtAt: at } = row;
  const reference = referenceOf(row);
  return [
    {
      kind: 'miner-purchase',
      reference,
      at,
      postings: [
        { owner, wallet: 'spot', asset, part: 'available', amount: 0n - price },
        intoCover('mining', asset, price),
      ],
    },
    { kind: 'backing', reference, at, postings: setAside('mining', asset, promised) },
  ];
}
