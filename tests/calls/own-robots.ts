import { expect } from 'vitest';
import type { CallName } from '#protocol/calls.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';

/** Parameters that can run at any price. */
const parameters = { strategy: 'trend', minutes: 60, fast: 5, slow: 20, trailing: '3' } as const;
const bounds = { stopLoss: null, takeProfit: null } as const;

/** Robots, on ETH unless said otherwise, which wait for candles of an hour. */
export function robotsOf<As>(
  exchange: Pick<ExchangeForTest, 'database'>,
  done: (call: CallName, body: object, as?: As) => Promise<Record<string, unknown>>,
) {
  /** A right body of a new robot. */
  const asked = (pair = 'ETHUSDT') => ({ pair, name: 'Mei’s', amount: '50', from: 'spot', parameters, bounds });

  /** A robot that runs; its id. */
  async function running(as?: As, pair?: string): Promise<string> {
    const { robot } = await done('POST quant/create', asked(pair), as);
    return (robot as { id: string }).id;
  }

  /** Waits until every robot has had its turn. */
  async function rested(): Promise<void> {
    const due = async () =>
      (
        await exchange.database.pool.query(
          "SELECT FROM robots WHERE (begin IS NOT NULL AND state = 'running') OR state = 'stopping'",
        )
      ).rowCount;
    await expect.poll(due, { timeout: 10_000 }).toBe(0);
  }

  /** A robot that has started and waits for candles; its id. */
  async function waiting(as?: As): Promise<string> {
    const id = await running(as);
    await rested();
    return id;
  }

  /** A right body of a change. */
  const change = (id: string) => ({ id, name: 'Mei’s other', parameters: { ...parameters, slow: 30 }, bounds });

  return { asked, running, waiting, rested, change };
}
