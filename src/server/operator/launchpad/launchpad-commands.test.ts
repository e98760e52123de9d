import { expect, it } from 'vitest';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import { newestProjects } from '#server/earn/launchpad/store.ts';
import { setListingConsole } from '../instruments/testing.ts';

/** Announcing a subscription on the console: the coin, its pair, its coins, the project and the auction after it. */

const beside = setListingConsole();
const { run } = beside;

const signed = ['--reason', 'agreed with its makers', '--by', 'ann'] as const;
const steps = '--price-decimals 4 --amount-decimals 2 --max-amount 100000 --min-total 5'.split(' ');
const terms = '--maker-fee 0.0008 --taker-fee 0.001 --reference-price 0.25'.split(' ');
const times = [10, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10));
const amounts = '--issuance 1000000 --price 0.25 --minimum 10 --maximum 5000'.split(' ');
const announce = (...more: readonly string[]) =>
  run('launchpad', 'announce', 'nova', 'pro-rata', ...times, ...amounts, ...more, ...signed);

it('announces a coin whose pair opens with a call auction, step by step', async () => {
  expect((await announce('--auction', '30')).said).toContain('NOVA is not listed');
  await run('list', 'add', 'coin', 'nova', '--name', 'Nova', '--scale', '6', '--display', '2', ...signed);
  expect((await announce('--auction', '30')).said).toContain('NOVAUSDT is not listed: add it as announced');
  const pair = await run('list', 'add', 'pair', 'nova', 'usdt', ...steps, ...terms, '--state', 'announced', ...signed);
  expect(pair).toMatchObject({ code: 0 });
  expect((await announce('--auction', '30')).said).toContain('holds less NOVA than the issuance');
  expect(await run('launchpad', 'receive', 'nova', '1000000', ...signed)).toMatchObject({ code: 0 });
  expect((await announce('--auction', 'soon')).said).toContain('how many minutes the call auction');
  expect((await newestProjects(beside.database.pool, 10)).filter(({ coin }) => coin === 'NOVA')).toEqual([]);

  const announced = await announce('--auction', '30');
  expect(announced).toMatchObject({ code: 0, said: expect.stringContaining('All 1000000 NOVA are held') });
  expect(await newestProjects(beside.database.pool, 1)).toMatchObject([
    { coin: 'NOVA', manner: 'pro-rata', pair: 'NOVAUSDT', auctionMs: 30 * minuteMs, practice: false },
  ]);
  expect((await run('launchpad')).said).toContain('NOVA  pro-rata  announced');
  expect((await run('stop-log')).said).toContain('ann  launch-announce');
});

it('does not open a pair by auction that already trades', async () => {
  const received = await run('launch', 'receive', 'btc', '10', ...signed);
  expect(received.said).toContain('Warning: launch is now launchpad; the next version removes the old name.');
  expect(received.code).toBe(0);
  const asked = '--issuance 10 --price 100 --minimum 100 --maximum 1000 --auction 5'.split(' ');
  const outcome = await run('launchpad', 'announce', 'btc', 'first-come', ...times, ...asked, ...signed);
  expect(outcome).toMatchObject({ code: 1, said: expect.stringContaining('no auction can open it') });
});
