import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { minersBoughtAtOnceMax, minersOpenMax } from '#protocol/core/limits.ts';
import { toExactUnits } from '#protocol/core/decimal.ts';
import { incomePerDay, incomeToEnd } from '#protocol/mining/maths.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { coverKey, freeCover, intoCover, setAside } from '../backing/accounts.ts';
import { requirePerson } from '#server/accounts/identity/person.ts';
import type { MiningDeps } from './deps.ts';
import { leftOf, type MinerRow, type ModelRow, referenceOf, shownMiner, termsOf } from './rules.ts';
import { countOwned, insertMiners, lockModel, writeModel } from './store.ts';

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
