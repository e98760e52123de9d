import type { Decimal } from '#protocol/core/decimal.ts';
import { outflowWith } from '#server/core/outflow/outflow.ts';
import { newDeviceHold, passwordHold } from '#server/accounts/account/withdrawal-hold.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { gateForTest, type GateForTest } from '#server/core/gate/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { createLedger, type Ledger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import type { TransactionPasswords } from '#server/accounts/account/passwords/transaction-password.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { createConvertHandlers } from '../conversions/calls.ts';
import type { ConversionsDeps } from '../conversions/deps.ts';
import { createTransferHandlers } from './calls.ts';
import type { TransfersDeps } from './deps.ts';
import { lookupLimits } from './recipient-lookups.ts';

/** Transfers on a real store, with prices and a clock set by tests. */
export interface TestTransfers {
  readonly database: TestDatabase;
  readonly ledger: Ledger;
  readonly handlers: ReturnType<typeof createTransferHandlers> & ReturnType<typeof createConvertHandlers>;
  /** Last prices and indexes in USDT; one without a price does not trade. */
  readonly last: Map<string, Decimal>;
  readonly index: Map<string, Decimal>;
  readonly closed: Set<string>;
  readonly gate: GateForTest;
  /** Users notified of a payment. */
  readonly published: bigint[];
  now(): number;
  pass(ms: number): void;
  /** A user with a nickname, or none. */
  user(about?: { nickname?: string | null; email?: string; disabled?: boolean; practice?: boolean }): Promise<bigint>;
  /** Credits a user from `practice`. */
  fund(owner: bigint, asset: string, amount: Decimal, wallet?: Wallet): Promise<void>;
  available(owner: bigint, asset: string, wallet?: Wallet): Promise<bigint>;
  context(userId: bigint, key?: string, address?: string): ReturnType<typeof contextFor>;
  close(): Promise<void>;
}

/** The transaction password of these tests; real ones have their own tests and are used by the races. */
export const rightPassword = '135790';
const transactionPasswords: TransactionPasswords = {
  present: (_, given) =>
    Promise.resolve({
      decide: () =>
        Promise.resolve(
          given === rightPassword
            ? null
            : new Refusal(given === undefined ? 'transactionPasswordNeeded' : 'transactionPasswordWrong'),
        ),
    }),
};

export async function testTransfers(given: Partial<TransfersDeps & ConversionsDeps> = {}): Promise<TestTransfers> {
  const database = await testDatabase();
  const ledger = createLedger();
  let now = Date.UTC(2026, 0, 5);
  let made = 0;
  const published: bigint[] = [];
  const last = new Map([
    ['BTC', '60000'],
    ['ETH', '3000'],
    ['PEPE', '0.00001'],
  ]);
  const index = new Map(last);
  const closed = new Set<string>();
  const gate = gateForTest();
  const deps: TransfersDeps & ConversionsDeps = {
    database,
    ledger,
    clock: () => now,
    logger: { error: () => undefined },
    outflow: outflowWith([passwordHold, newDeviceHold]),
    mode: 'practice',
    notices: {
      send: (_, owner) => {
        published.push(owner);
        return Promise.resolve();
      },
      changed: () => undefined,
    },
    transactionPasswords,
    market: marketOf(last, index, closed),
    gate,
    lookups: lookupLimits(1),
    transferRules: [],
    quoteId: () => `quote-${String((made += 1)).padStart(16, '0')}`,
    ...given,
  };
  const handlers = { ...createTransferHandlers(deps), ...createConvertHandlers(deps) };
  return {
    database,
    ledger,
    handlers,
    last,
    index,
    closed,
    gate,
    published,
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    async user(about = {}) {
      made += 1;
      const { rows } = await database.pool.query<{ id: string }>(
        `INSERT INTO users (nickname, email, invitation_code, language, created_at, disabled)
         VALUES ($1, $2, $3, 'en', $4, $5) RETURNING id`,
        [about.nickname ?? null, about.email ?? null, `code${made}`, now, about.disabled ?? false],
      );
      return BigInt(rows[0]?.id ?? 0);
    },
    fund: (owner, asset, amount, wallet = 'spot') => givePractice(database, [owner], { asset, amount, wallet }, now),
    async available(owner, asset, wallet = 'spot') {
      const [row] = await database.transaction((tx) => ledger.lockBalances(tx, [{ owner, wallet, asset }]));
      return row?.available ?? 0n;
    },
    context: (userId, key, address = '203.0.113.1') => ({ ...contextFor(userId, key), address }),
    close: () => database.close(),
  };
}

/** A market at the prices of a test. */
function marketOf(
  last: ReadonlyMap<string, Decimal>,
  index: ReadonlyMap<string, Decimal>,
  closed: ReadonlySet<string>,
): ConversionsDeps['market'] {
  return {
    lastPrice: (asset) => (asset === 'USDT' ? '1' : (last.get(asset) ?? null)),
    indexPrice: (asset) => (asset === 'USDT' ? '1' : (index.get(asset) ?? null)),
    isOpen: (asset) => !closed.has(asset),
    isEnding: () => false,
    leastOrder: (asset) => (last.has(asset) ? { amount: '0.00001', value: '5' } : null),
  };
}
