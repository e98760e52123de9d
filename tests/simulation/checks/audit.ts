import type { Check } from './check.ts';

/** The store refuses a lock that somebody has for longer. */
const lockWaitMs = 50;

/** A full run of the audit of the exchange, of which nothing stays: of every row, also of what ended. */
export const auditFindsNothing: Check = async ({ query, now, isLast }) => {
  if (!isLast) return [];
  const { runAudit } = await import('#server/core/ledger/audit-check.ts');
  const { auditParts } = await import('#server/main/audit-parts.ts');
  type Database = Parameters<typeof runAudit>[0];
  type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
  const client = {
    async query(
      asked: string | { readonly text: string; readonly values?: readonly unknown[] },
      given?: readonly unknown[],
    ) {
      const [text, values] = typeof asked === 'string' ? [asked, given] : [asked.text, asked.values];
      // Several statements at once answer nothing here.
      const rows: readonly object[] | undefined = await query(text, values);
      return { rows: rows ?? [], rowCount: rows?.length ?? 0 };
    },
  };
  const transaction = async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => {
    await query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = ${lockWaitMs}`);
    try {
      return await work({ client } as unknown as Transaction);
    } finally {
      await query('ROLLBACK');
    }
  };
  try {
    const at = Math.floor(now);
    const database = { transaction, pool: client } as unknown as Database;
    const { findings } = await runAudit(database, { depth: 'full', now: at, parts: auditParts(() => at) });
    return findings.map(({ text }) => text);
  } catch (error) {
    // The audit of the exchange runs right now.
    if (error instanceof Error && 'code' in error && error.code === '55P03') return [];
    throw error;
  }
};
