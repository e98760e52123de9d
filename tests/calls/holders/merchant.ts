import { expect, vi } from 'vitest';
import { patience } from '../../pace.ts';
import { verifyForP2p } from '../p2p-standing.ts';
import type { Person, World } from './world.ts';

/** Makes somebody a merchant, with a verified name and a deposit that was paid and approved. */
export async function beMerchant(world: World, { id, as }: Person): Promise<void> {
  await verifyForP2p({ database: world.database, forgetSessions: () => undefined }, id);
  await world.done('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount: '510' }, as);
  await world.done('POST deposit', {}, as);
  await world.database.pool.query(
    `UPDATE reviews SET state = 'decided', approved = true, reason = '', decided_by = 'Grace', decided_at = 1
      WHERE owner = $1 AND kind = 'merchant' AND state = 'open'`,
    [id],
  );
  const paid = () => world.count("SELECT count(*) FROM merchants WHERE owner = $1 AND state = 'paid'", [id]);
  await vi.waitFor(async () => expect(await paid()).toBe(1), patience);
}
