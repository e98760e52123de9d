import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRunArea } from '../core/areas/run-area.ts';
import { openGate, type OpenGate } from '../core/gate/open.ts';
import { createClosers } from '../core/jobs/closers.ts';
import { testDatabase, type TestDatabase } from '../core/store/testing.ts';
import { consoleBeside } from './testing.ts';

/** The operator's switches beside a running exchange. */

const logger = pino({ level: 'silent' });
const closers = createClosers(logger);
const audit = { state: { withdrawalsHalted: false }, isHalted: () => false };
let database: TestDatabase;
let opened: OpenGate;
let operator: ReturnType<typeof consoleBeside>;
const versions: string[] = [];

const open = () => openGate({ database, audit, logger });
const because = (reason: string) => ['--reason', reason, '--by', 'grace'] as const;

beforeAll(async () => {
  database = await testDatabase();
  opened = await open();
  opened.onOfferChange(() => void versions.push(opened.offerVersion()));
  createRunArea({ logger, closers })('gate', opened);
  operator = consoleBeside(database);
});
afterAll(async () => {
  await closers.closeAll();
  await database.close();
});

it('switch a product for all and by country, at once in the running exchange and for good', async () => {
  const { gate } = opened;
  const off = await operator('switch', 'off', 'contracts', 'us,CA', ...because('the law there'));
  expect(off).toMatchObject({
    code: 0,
    said: expect.stringContaining('contracts in United States (US): switched off.'),
  });
  expect(off.said).toContain('In effect.');
  expect(gate.switchedOff('contracts', ['US'])).toBe('country');
  expect(gate.switchedOff('contracts', ['CA', 'GB'])).toBe('country');
  expect(gate.switchedOff('contracts', ['TH'])).toBeNull();
  expect(gate.switchedOff('contracts', [])).toBe('unknown-country');
  expect(gate.switchedOff('gold', ['US'])).toBeNull();
  // It outlives the exchange that applied it, under the same version.
  const restarted = await open();
  expect(restarted.gate.switchedOff('contracts', ['US'])).toBe('country');
  expect(restarted.offerVersion()).toBe(opened.offerVersion());

  expect((await operator('switch', 'off', 'contracts', ...because('everywhere'))).code).toBe(0);
  expect((await operator('switch', 'on', 'contracts', 'TH', ...because('licensed'))).code).toBe(0);
  expect(gate.switchedOff('contracts', ['TH'])).toBeNull();
  expect(gate.switchedOff('contracts', ['VN'])).toBe('country');
  expect((await operator('switches')).said).toMatch(
    /^contracts everywhere else {2}off since \S+ by grace: everywhere\n/,
  );
  expect((await operator('switch', 'on', 'contracts', ...because('again'))).code).toBe(0);
  // Decisions for single countries stay until they are cleared.
  expect(gate.switchedOff('contracts', ['US'])).toBe('country');
  expect((await operator('switch', 'clear', 'contracts', 'US', 'CA', 'TH', ...because('repealed'))).code).toBe(0);
  expect(gate.switchedOff('contracts', [])).toBeNull();
  expect((await operator('switches')).said).toBe('Every product is on everywhere.\n');
  expect(new Set(versions).size).toBe(versions.length);
  expect(versions.length).toBeGreaterThanOrEqual(5);
});

it('take the names of the version before with a warning, and store them as that version reads them', async () => {
  const { gate } = opened;
  const off = await operator('switch', 'off', 'fiat', 'TH', ...because('the law there'));
  expect(off).toMatchObject({ code: 0, said: expect.stringContaining('Warning: fiat is now p2p') });
  expect(off.said).toContain('p2p in Thailand (TH): switched off.');
  expect(gate.switchedOff('p2p', ['TH'])).toBe('country');
  expect((await operator('switches')).said).toMatch(/^p2p in Thailand/);
  const { rows } = await database.pool.query('SELECT product, country FROM product_switches');
  expect(rows).toEqual([{ product: 'fiat', country: 'TH' }]);
  // The line of a version that still said so.
  await database.pool.query(
    `INSERT INTO operator_log (at, who, what, subject, reason, sessions)
     VALUES (1, 'grace', 'switch-off', 'quant TH', 'before', '{}')`,
  );
  expect((await operator('stop-log')).said).toContain('switch-off  product robots TH  before');
  const cleared = await operator('switch', 'clear', 'p2p', 'TH', ...because('over'));
  expect(cleared.said).not.toContain('Warning');
  expect(gate.switchedOff('p2p', ['TH'])).toBeNull();
});

it('log who switched what and why, and change nothing twice', async () => {
  expect((await operator('switch', 'off', 'spot', 'KP', ...because('sanctions'))).code).toBe(0);
  const again = await operator('switch', 'off', 'spot', 'KP', ...because('again'));
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('unchanged') });
  const { said } = await operator('stop-log');
  expect(said.split('\n')[0]).toMatch(/^\S+ {2}grace {2}switch-off {2}product spot KP {2}sanctions$/);
  expect((await operator('switch', 'clear', 'spot', 'KP', ...because('over'))).code).toBe(0);
});

it('refuse what cannot be switched, and do nothing without a reason', async () => {
  const wrong: readonly (readonly string[])[] = [
    ['off', 'spot'],
    ['off', 'chess', ...because('x')],
    ['away', 'spot', ...because('x')],
    ['off', 'spot', 'ZZ', ...because('x')],
    ['off', 'spot', 'EU', ...because('x')],
    ['off', 'spot', 'USA', ...because('x')],
    ['clear', 'spot', ...because('x')],
  ];
  for (const args of wrong) expect((await operator('switch', ...args)).code, args.join(' ')).toBe(1);
  expect((await operator('switches')).said).toBe('Every product is on everywhere.\n');
});
