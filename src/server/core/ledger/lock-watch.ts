import type { Pool, PoolClient } from 'pg';
import { walletOf, type BalanceKey } from './balance-row.ts';
import { compareBalanceKeys, isOfContracts } from './lock-order.ts';

/** Tables whose rows are locked before balances; see `lock-order.ts`. */
const beforeBalances = [
  'writer_fences',
  'reviews',
  'attempts',
  'users',
  'fiat_orders',
  'merchants',
  'adverts',
  'faucet_takes',
  'conversion_quotes',
  'small_conversions',
  'small_quotes',
  'withdrawals',
  'scanned_blocks',
  'deposits',
  'option_rounds',
  'option_entries',
  'robots',
];

/** The locks a transaction holds so far. */
interface Held {
  /** The last balance in lock order, and all of them. */
  last: BalanceKey | null;
  readonly balances: Set<string>;
  readonly tables: Set<string>;
}

/** The table whose rows a statement locks; null when it locks none of those that precede balances. */
export function lockedTable(text: string): string | null {
  const updated = /\b(?:UPDATE|DELETE FROM)\s+"?(\w+)"?/i.exec(text)?.[1];
  const taken = /\bFOR\s+(?:NO\s+KEY\s+)?(?:UPDATE|SHARE)\b/i.test(text)
    ? /\bFROM\s+"?(\w+)"?/i.exec(text)?.[1]
    : undefined;
  const upserted = /\bON CONFLICT\b.*\bDO UPDATE\b/is.test(text)
    ? /\bINSERT INTO\s+"?(\w+)"?/i.exec(text)?.[1]
    : undefined;
  for (const table of [taken, upserted, updated]) {
    if (table !== undefined && beforeBalances.includes(table)) return table;
  }
  return null;
}

/** The elements of an array parameter of the ledger. */
function elementsOf(literal: unknown): string[] {
  const inner = String(literal).slice(1, -1).replaceAll('"', '');
  return inner === '' ? [] : inner.split(',');
}

/**
 * Watches the locks that one connection takes, statement by statement, and reports each that violates `lock-order.ts`.
 * Locks already held may be taken again.
 */
export function createLockWatch(
  report: (fault: string) => void,
): (text: string, name: string, values: unknown[]) => void {
  let held: Held | null = null;

  function lockBalances(open: Held, values: readonly unknown[]): void {
    const [owners, wallets, assets] = values.map(elementsOf);
    for (const [nth, owner] of (owners ?? []).entries()) {
      const key = {
        owner: BigInt(owner),
        wallet: walletOf(Number(wallets?.[nth])),
        asset: assets?.[nth] ?? '',
      };
      const text = `${key.owner}/${key.wallet}/${key.asset}`;
      if (open.balances.has(text)) continue;
      const { last } = open;
      // The contract writer locks its own wallets in two steps.
      const isOwnOrder = last !== null && isOfContracts(last) && isOfContracts(key);
      if (last !== null && !isOwnOrder && compareBalanceKeys(last, key) > 0) {
        report(`balance ${text} is locked after ${last.owner}/${last.wallet}/${last.asset}`);
      }
      open.balances.add(text);
      if (last === null || compareBalanceKeys(last, key) < 0) open.last = key;
    }
  }

  return (text, name, values) => {
    if (/^\s*BEGIN\b/i.test(text)) held = { last: null, balances: new Set(), tables: new Set() };
    else if (/^\s*(?:COMMIT|ROLLBACK(?!\s+TO))\b/i.test(text)) held = null;
    if (held === null) return;
    if (name === 'ledger-lock' || name === 'ledger-lock-stored') {
      lockBalances(held, values);
      return;
    }
    const table = lockedTable(text);
    if (table === null) return;
    if (held.last !== null && !held.tables.has(table)) report(`a row of ${table} is locked after balances: ${text}`);
    held.tables.add(table);
  };
}

/** Watches every connection of a pool; for tests. @returns the faults so far */
export function watchLockOrder(pool: Pool): readonly string[] {
  const faults: string[] = [];
  pool.on('connect', (client: PoolClient) => {
    const watch = createLockWatch((fault) => faults.push(fault));
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((first: unknown, second: unknown, ...rest: unknown[]) => {
      const config = (typeof first === 'string' ? { text: first } : (first ?? {})) as {
        readonly text?: string;
        readonly name?: string;
        readonly values?: unknown[];
      };
      const values = config.values ?? (Array.isArray(second) ? second : []);
      watch(config.text ?? '', config.name ?? '', values);
      return query(first, second, ...rest);
    }) as typeof client.query;
  });
  return faults;
}
