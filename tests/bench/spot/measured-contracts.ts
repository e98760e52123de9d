import { markContracts } from '#server/markets/contracts/prices/clock.ts';
import { fundContractMaker } from '#server/markets/contracts/makers/makers.ts';
import { openContracts } from '#server/markets/contracts/open.ts';
import { executeForTest, quoteAt } from '#server/markets/contracts/requests/testing-requests.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { createLogger } from '#server/core/log/log.ts';
import { pairOf, pairs } from '#server/markets/pairs.ts';
import type { Database } from '#server/core/store/database.ts';
import { measuredContracts } from './load-callers.ts';

/** A price and what is quoted around it live longer than this. */
const markEveryMs = 1_000;
const quoteEveryMarks = 3;
const quotedLots = 20_000;

/** Contracts whose price stands still and whose maker always has enough: what is measured is what orders cost. */
export async function openMeasuredContracts(database: Database, ledger: Ledger) {
  await fundContractMaker({ database, ledger }, Date.now(), 'contract');
  const logger = createLogger('error');
  const { contracts, calls } = await openContracts({
    database,
    ledger,
    clock: Date.now,
    logger,
    gate: { isStopped: () => false },
    pairs,
    indexOf: () => null,
    isOn: false,
    execute: executeForTest,
    random: null,
  });
  const ticks = new Map(
    measuredContracts.map(({ base, middle }) => {
      const { id, priceDecimals } = pairOf(`${base}USDT`);
      return [id, middle * 10 ** priceDecimals] as const;
    }),
  );
  let marks = 0;
  const mark = async () => {
    await markContracts(
      contracts,
      (pair) => {
        const found = ticks.get(pair);
        return found === undefined ? null : { ticks: found };
      },
      Date.now,
    );
    if ((marks += 1) % quoteEveryMarks === 1) await Promise.all(measuredContracts.map(({ base }) => quote(base)));
  };
  const quote = (base: string) => {
    const middle = ticks.get(`${base}USDT`) ?? 0;
    return quoteAt(contracts, `${base}PERP`, [[[middle - 1, quotedLots]], [[middle + 1, quotedLots]]]);
  };
  await mark();
  setInterval(() => {
    mark().catch((error: unknown) => process.stderr.write(`contracts are not quoted: ${String(error)}\n`));
  }, markEveryMs).unref();
  return calls;
}
