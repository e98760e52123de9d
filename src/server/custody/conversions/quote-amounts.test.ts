import { afterAll, beforeAll, it } from 'vitest';
import { auditedAmounts } from '#server/main/audited-amounts.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { expectUnitsFound } from '#server/core/ledger/testing-units.ts';
import { testTransfers, type TestTransfers } from '../transfers/testing.ts';

/** One unit more or less in any amount of a quote is refused by the store. */

let transfers: TestTransfers;

beforeAll(async () => {
  transfers = await testTransfers();
  const owner = await transfers.user();
  await transfers.fund(owner, 'ETH', '0.001');
  await transfers.fund(owner, 'USDT', '1000');
  const quoted = transfers.handlers['GET convertPage'];
  await quoted({ small: 'quoted' }, transfers.context(owner));
  // Neither amount is a whole number of the other.
  await quoted({ from: 'USDT', to: 'ETH', amount: '33.333333' }, transfers.context(owner));
});
afterAll(() => transfers.close());

it.each(['conversion_quotes', 'small_quotes'])('finds one unit of any amount of %s', async (table) => {
  const clock = () => transfers.now();
  const audited = { database: transfers.database, parts: auditParts(clock), clock };
  await expectUnitsFound(audited, {
    table,
    columns: Object.keys(auditedAmounts[table] ?? {}),
    where: 'true',
    depth: 'deep',
  });
});
