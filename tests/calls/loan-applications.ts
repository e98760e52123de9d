import { expect } from 'vitest';
import type { CallName } from '#protocol/calls.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';

/** Applications for loans, on BTC unless said otherwise, and loans that run. */
export function loansOf<As>(
  exchange: Pick<ExchangeForTest, 'database'>,
  done: (call: CallName, body: object, as?: As) => Promise<Record<string, unknown>>,
) {
  const body = {
    asset: 'USDT',
    amount: '100',
    hours: 168,
    collateral: { asset: 'BTC', wallet: 'spot', amount: '0.01' },
    contact: 'mei@example.com',
    document: 'E12345690',
    note: 'A roof',
  };

  /** A right application. Live mode ships closed, so loans are opened first. */
  async function application(collateral: object = body.collateral): Promise<object> {
    await exchange.database.pool.query("UPDATE loan_coins SET state = 'open'");
    return { ...body, collateral };
  }

  /** Lets the policy decide what waits, at once. */
  async function decide(): Promise<void> {
    await exchange.database.pool.query("UPDATE reviews SET due_at = 0 WHERE kind = 'loan' AND state = 'open'");
    const waiting = async () =>
      (await exchange.database.pool.query("SELECT FROM loans WHERE state = 'under-review'")).rowCount;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  }

  /** A loan that runs; its id. */
  async function running(as?: As, collateral?: object): Promise<string> {
    const { loan } = await done('POST loan/add', await application(collateral), as);
    await decide();
    return (loan as { id: string }).id;
  }

  return { application, decide, running };
}
