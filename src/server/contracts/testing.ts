import { pino } from 'pino';
import { createClosers } from '../closers.ts';
import { houseOwners, type Posting } from '../ledger/account.ts';
import { createLedger } from '../ledger/ledger.ts';
import { pairs } from '../market/pairs.ts';
import { testDatabase, type TestDatabase } from '../store/testing.ts';
import { markContracts } from './contract-clock.ts';
import { settlingAsset } from './contract-journals.ts';
import { fundContractMaker } from './contract-makers.ts';
import { openContracts, type OpenedContracts } from './open-contracts.ts';

/** Contracts on a real store, with the clock, the index and the quotes in the hands of a test. */
export interface ContractsBench extends OpenedContracts {
  readonly database: TestDatabase;
  /** Milliseconds of the clock, which moves on by itself with every look at it. */
  readonly now: () => number;
  readonly pass: (milliseconds: number) => void;
  /** New people with so many units of USDT in their contract wallet each. */
  readonly people: (funds: readonly bigint[]) => Promise<readonly bigint[]>;
  /** One step of the prices that decide: BTC's index, or null as if too few sources were alive. */
  readonly markTo: (ticks: number | null) => Promise<void>;
  /** Puts quotes of BTC in the place of those the maker had. */
  readonly quote: (
    bids: readonly (readonly [number, number])[],
    asks: readonly (readonly [number, number])[],
  ) => Promise<void>;
  readonly context: (userId: bigint) => {
    caller: { userId: bigint; sessionId: bigint };
    requestId: string;
    address: string;
    userAgent: string;
    origin: null;
    idempotencyKey: string;
  };
  /** Ends them and starts them again from the store. */
  readonly restart: () => Promise<ContractsBench>;
  readonly close: () => Promise<void>;
}

const logger = pino({ level: 'silent' });

/** Opens the bench on a database of its own. @param insurance what the fund has at the start, in units of USDT */
export async function contractsBench(insurance = 0n): Promise<ContractsBench> {
  const database = await testDatabase();
  const time = { now: Date.UTC(2026, 10, 20, 12), people: 100_000n, taps: 0 };
  await fundContractMaker({ database, ledger: createLedger() }, time.now, 'contract');
  const bench = await openBench(database, time);
  if (insurance > 0n) await give(database, [[houseOwners.insurance, insurance]], time.now);
  return bench;
}

async function openBench(
  database: TestDatabase,
  time: { now: number; people: bigint; taps: number },
): Promise<ContractsBench> {
  const closers = createClosers(logger);
  const ledger = createLedger();
  const clock = () => (time.now += 1);
  const opened = await openContracts({
    database,
    ledger,
    clock,
    logger,
    closers,
    pairs,
    indexOf: () => null,
    isOn: false,
    random: null,
  });
  const maker = houseOwners.makerA;
  return {
    ...opened,
    database,
    now: () => time.now,
    pass: (milliseconds) => void (time.now += milliseconds),
    async people(funds) {
      const owners = funds.map((amount) => [(time.people += 1n), amount] as const);
      await give(database, owners, time.now);
      return owners.map(([owner]) => owner);
    },
    markTo: (ticks) =>
      markContracts(opened.contracts, (pair) => (ticks === null || pair !== 'BTCUSDT' ? null : { ticks }), clock),
    async quote(bids, asks) {
      await opened.contracts.submit({ contract: 'BTCPERP', owner: maker, work: (run) => run.quote(maker, bids, asks) });
    },
    context: (userId) => ({
      caller: { userId, sessionId: 1n },
      requestId: 'r',
      address: '203.0.113.1',
      userAgent: 'test',
      origin: null,
      idempotencyKey: `contracts-bench-${(time.taps += 1).toString().padStart(8, '0')}`,
    }),
    async restart() {
      await closers.closeAll();
      return openBench(database, time);
    },
    async close() {
      await closers.closeAll();
      await database.close();
    },
  };
}

async function give(database: TestDatabase, to: readonly (readonly [bigint, bigint])[], at: number): Promise<void> {
  const account = { wallet: 'contract', asset: settlingAsset, part: 'available' } as const;
  const ledger = createLedger();
  const given = to.reduce((sum, [, amount]) => sum + amount, 0n);
  const postings: Posting[] = [
    { ...account, owner: houseOwners.practice, amount: -given },
    ...to.filter(([, amount]) => amount > 0n).map(([owner, amount]) => ({ ...account, owner, amount })),
  ];
  await database.transaction((tx) => ledger.post(tx, { kind: 'practice', reference: null, at, postings }));
}
