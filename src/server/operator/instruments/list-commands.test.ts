import { expect, it } from 'vitest';
import { setListingConsole } from './testing.ts';

const beside = setListingConsole();
const { run } = beside;

const signed = ['--reason', 'agreed with its makers', '--by', 'ann'] as const;
const coin = ['add', 'coin', 'nova', '--name', 'Nova', '--scale', '6', '--display', '2'] as const;
const steps = [
  '--price-decimals',
  '4',
  '--amount-decimals',
  '2',
  '--max-amount',
  '100000',
  '--min-total',
  '5',
] as const;
const terms = ['--maker-fee', '0.0008', '--taker-fee', '0.001', '--reference-price', '1.25'] as const;

it('lists a coin and its pair, shows them, and says who and why', async () => {
  expect(await run('list', ...coin, ...signed)).toMatchObject({ code: 0 });
  expect(
    await run('list', 'add', 'pair', 'nova', 'usdt', ...steps, ...terms, '--tags', 'defi', ...signed),
  ).toMatchObject({ code: 0 });
  const { said } = await run('list', 'show', 'nova');
  expect(said).toContain('NOVA  Nova  scale 6, shown 2');
  expect(said).toContain('NOVAUSDT  open  tick 0.0001, lot 0.01, quantity 0.01 to 100000, value from 5');
  expect((await run('list')).said.split('\n').filter((line) => line.includes('USDT  open'))).toHaveLength(36);
  const log = (await run('stop-log')).said;
  expect(log).toContain('ann  list-pair  pair NOVAUSDT open  agreed with its makers');
  expect(log).toContain('ann  list-coin  coin NOVA scale 6  agreed with its makers');
});

it('halts, opens, delists and sets a pair', async () => {
  expect((await run('list', 'halt', 'adausdt', ...signed)).code).toBe(0);
  expect((await run('list', 'show', 'ADAUSDT')).said).toContain('ADAUSDT  halted');
  expect((await run('list', 'open', 'ADAUSDT', ...signed)).code).toBe(0);
  expect((await run('list', 'set', 'ADAUSDT', 'taker-fee', '0.0005', ...signed)).code).toBe(0);
  expect((await run('list', 'delist', 'ADAUSDT', '2099-01-01', '2099-01-08T12:00Z', ...signed)).code).toBe(0);
  expect((await run('list', 'show', 'ADAUSDT')).said).toContain(
    'ADAUSDT  closing  cancels 2099-01-01T00:00:00.000Z  closes 2099-01-08T12:00:00.000Z',
  );
  expect((await run('list', 'show', 'ADAUSDT')).said).toContain('0.0008 maker, 0.0005 taker');
});

it.each([
  ['needs --reason', ['halt', 'BTCUSDT']],
  ['is listed', [...coin, ...signed]],
  [
    'finer than the smallest unit',
    ['add', 'pair', 'BTC', 'USDT', ...steps, ...terms, '--price-decimals', '7', ...signed],
  ],
  ['scale of a coin is 0 to 8', ['add', 'coin', 'BIG', '--name', 'Big', '--scale', '18', '--display', '2', ...signed]],
  ['2 to 10 capitals', ['add', 'coin', "x';--", '--name', 'X', '--scale', '8', '--display', '2', ...signed]],
  ['needs --scale', ['add', 'coin', 'BIG', '--name', 'Big', '--display', '2', ...signed]],
  ['cannot become open', ['open', 'BTCUSDT', ...signed]],
  ['is not listed', ['halt', 'NOPEUSDT', ...signed]],
  ['in UTC', ['delist', 'BTCUSDT', 'tomorrow', 'later', ...signed]],
  ['time to come', ['delist', 'TRXUSDT', '2020-01-01', '2020-01-02', ...signed]],
  ['BTCPERP follow BTCUSDT', ['delist', 'BTCUSDT', '2099-01-01', '2099-01-02', ...signed]],
  ['a fee is a share', ['set', 'BTCUSDT', 'maker-fee', '0.5', ...signed]],
  ['one of', ['set', 'BTCUSDT', 'scale', '4', ...signed]],
  ['no coin and no pair', ['show', 'NOPE']],
])('is refused: %s', async (said, args) => {
  const outcome = await run('list', ...args);
  expect(outcome.said).toContain(said);
  expect(outcome.code).toBe(1);
});
