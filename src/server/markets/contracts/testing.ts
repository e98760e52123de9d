import type { Ms, Ticks } from '#protocol/core/brand.ts';
import { settlingAsset } from './listed-contracts.ts';
import { pino } from 'pino';
import { createRunArea } from '#server/core/areas/run-area.ts';
import { createClosers } from '#server/core/jobs/closers.ts';
import type { PriceSource } from '../prices/price-source.ts';
import { gateForTest, type GateForTest } from '#server/core/gate/testing.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { givePracticeUnits } from '#server/core/ledger/testing.ts';
import { startMarket } from '../candles/start-market.ts';
import { pairOf, pairs } from '../pairs.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { markContracts } from './prices/clock.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { ContractsDeps } from './deps.ts';
import { fundContractMaker } from './makers/makers.ts';
import { openContracts, type OpenedContracts } from './open.ts';
import { executeForTest, quoteAt } from './requests/testing-requests.ts';

/** Contracts on a real store; the test controls clock, index and quotes. */
export interface ContractsBench extends OpenedContracts {
  readonly database: TestDatabase;
  /** Stops set by a test. */
  readonly gate: GateForTest;
  /** Milliseconds of the clock, which advances with every read. */
  readonly now: () => number;
  readonly pass: (milliseconds: number) => void;
  /** New users, each with this many units of USDT in the contract wallet. */
  readonly users: (funds: readonly bigint[]) => Promise<readonly bigint[]>;
  /** One mark-price step with BTC's index, or null as if too few sources were alive. */
  readonly markTo: (ticks: Ticks | null) => Promise<void>;
  /** One mark-price step with the same index of every pair. */
  readonly markAll: (ticks: Ticks) => Promise<void>;
  /** Replaces the maker's BTC quotes. */
  readonly quote: (
    bids: readonly (readonly [number, number])[],
    asks: readonly (readonly [number, number])[],
  ) => Promise<void>;
  /** Stops them and restarts them from the store. @param downMs length of the downtime */
  readonly restart: (downMs?: Ms) => Promise<ContractsBench>;
  readonly close: () => Promise<void>;
}

const logger = pino({ level: 'silent' });
const fundedWallet = { wallet: 'contract', asset: settlingAsset } as const;

/** What a bench carries over a restart. */
interface BenchTime {
  now: Ms;
  users: bigint;
  /** BTC's index in the last step of the prices. */
  index: Ticks | null;
  readonly source: PriceSource | undefined;
  readonly engines: ContractsDeps['engines'];
}

/**
 * Opens the bench on a database of its own.
 *
 * @param insurance initial balance of the fund, in units of USDT
 * @param source external BTC prices, for a bench with candles
 * @param share what makes engines, that run contracts too, on its store and with its clock
 */
export async function openContractsBench(
  insurance = 0n,
  source?: PriceSource,
  share?: (database: TestDatabase, clock: Clock) => ContractsDeps['engines'],
): Promise<ContractsBench> {
  const database = await testDatabase();
  const time: BenchTime = {
    now: Date.UTC(2026, 10, 20, 12),
    users: 100_000n,
    index: null,
    source,
    engines: share?.(database, () => (time.now += 1)) ?? null,
  };
  await fundContractMaker({ database, ledger: createLedger() }, time.now, 'contract');
  const bench = await openBench(database, time);
  if (insurance > 0n) await givePracticeUnits(database, [[houseOwners.insurance, insurance]], fundedWallet, time.now);
  return bench;
}

async function openBench(database: TestDatabase, time: BenchTime): Promise<ContractsBench> {
  const closers = createClosers(logger);
  const ledger = createLedger();
  const clock = () => (time.now += 1);
  const indexOf = (pair: string) => (time.index === null || pair !== 'BTCUSDT' ? null : { ticks: time.index });
  const { source } = time;
  const gate = gateForTest();
  const charted = source && (await startMarket({ database, source, pairs: [pairOf('BTCUSDT')], clock, logger }));
  if (charted !== undefined) closers.add('market', () => charted.close());
  const opened = await openContracts({
    database,
    ledger,
    clock,
    logger,
    gate,
    pairs,
    indexOf,
    ...(source === undefined || charted === undefined ? {} : { charts: { source, charted } }),
    isOn: false,
    engines: time.engines ?? null,
    execute: executeForTest,
    random: null,
  });
  createRunArea({ logger, closers })('contracts', opened);
  return {
    ...opened,
    database,
    gate,
    now: () => time.now,
    pass: (milliseconds) => void (time.now += milliseconds),
    async users(funds) {
      const owners = funds.map((amount) => [(time.users += 1n), amount] as const);
      await givePracticeUnits(database, owners, fundedWallet, time.now);
      return owners.map(([owner]) => owner);
    },
    markTo(ticks) {
      time.index = ticks;
      return markContracts(opened.contracts, indexOf, clock);
    },
    markAll: (ticks) => markContracts(opened.contracts, () => ({ ticks }), clock),
    async quote(bids, asks) {
      await quoteAt(opened.contracts, 'BTCPERP', [bids, asks]);
    },
    async restart(downMs = 0) {
      await closers.closeAll();
      time.now += downMs;
      return openBench(database, time);
    },
    async close() {
      await closers.closeAll();
      await database.close();
    },
  };
}
