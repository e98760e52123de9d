import { afterEach, beforeEach, expect, it } from 'vitest';
import { readContentSet } from '#server/content/content-set.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { createNotices } from '#server/accounts/notices/notices.ts';
import { type ContractsBench, openContractsBench } from '../testing.ts';
import { writeContractNotices } from './write-contract-notices.ts';

/** What owners of positions are notified of, on a real store. */
const usdt = 100_000_000n;
const funds = 50_000n * usdt;
const mark = 600_000;

let bench: ContractsBench;

beforeEach(async () => {
  bench = await openContractsBench(1_000_000n * usdt);
  await pushBundled(
    bench.database,
    await readContentSet(new URL('../../../../../content', import.meta.url).pathname),
    0,
  );
  await bench.markTo(mark);
});
afterEach(() => bench.close());

interface Wanted {
  readonly side?: 'long' | 'short';
  readonly lots?: number;
  readonly leverage?: number;
  readonly takeProfitTicks?: number;
  readonly stopLossTicks?: number;
}

async function open(owner: bigint, wanted: Wanted = {}): Promise<void> {
  const { side = 'long' } = wanted;
  const protection =
    side === 'long' ? { takeProfitTicks: mark * 3, stopLossTicks: 1 } : { takeProfitTicks: 1, stopLossTicks: mark * 3 };
  await bench.quote([[mark - 10, 5_000]], [[mark + 10, 5_000]]);
  const order = { kind: 'place', owner, contract: 'BTCPERP', type: 'market', priceTicks: null } as const;
  const size = { lots: 10, leverage: 10, ...protection, ...wanted, side };
  await bench.contracts.submit({ ...order, ...size });
}

const listed = () => new Map([...bench.contracts.markets.values()].map((market) => [market.listed.id, market.listed]));
const write = () => writeContractNotices(bench.database, listed(), bench.now());

/** Own notices, newest first, after everything due was written. */
async function notices(owner: bigint, language: 'en' | 'zh' | 'ty' = 'en') {
  await write();
  const { list } = await createNotices(bench.database, bench.now).list(owner, { size: 50, language, kind: 'trading' });
  return list
    .filter(({ article }) => article.key !== 'notice/open')
    .map(({ notice: { title, summary, subject }, article }) => ({
      key: article.key,
      title,
      summary,
      subject,
      article,
    }));
}

async function one(): Promise<bigint> {
  const [owner = 0n] = await bench.users([funds]);
  return owner;
}

/** A step of the mark price with a book around it. */
async function moveTo(ticks: number, lots = 5_000): Promise<void> {
  await bench.quote([[ticks - 10, lots]], [[ticks + 10, lots]]);
  await bench.markTo(ticks);
}

it('a take-profit and a stop-loss are announced once, with what they brought', async () => {
  const [winner = 0n, loser = 0n] = await bench.users([funds, funds]);
  await open(winner, { takeProfitTicks: 606_000 });
  await open(loser, { side: 'short', stopLossTicks: 606_000 });
  await moveTo(606_100);
  const [profit, ...more] = await notices(winner);
  expect(more).toEqual([]);
  expect(profit).toMatchObject({
    key: 'notice/take-profit-executed',
    summary: '0.01 BTC of your long position in BTC/USDT closed at 60,609.0 USDT.',
    subject: { kind: 'closing', contract: 'BTCPERP' },
  });
  const { rows } = await bench.database.pool.query<{ net: string }>(
    `SELECT sum(profit - fee - open_fee - overnight_fee - insurance) AS net FROM contract_closings WHERE owner = $1`,
    [winner],
  );
  const cents = (BigInt(rows[0]?.net ?? 0) / 1_000_000n).toString();
  expect(JSON.stringify(profit?.article.blocks)).toContain(`+${cents.slice(0, -2)}.${cents.slice(-2)} USDT`);
  const stopped = await notices(loser, 'zh');
  expect(stopped.map(({ key }) => key)).toEqual(['notice/stop-loss-executed']);
  expect(stopped[0]?.summary).toBe('您的 BTC/USDT 做空持仓已有 0.01 BTC 以 60,611.0 USDT 止损平仓。');
  // Nothing more, also after a restart.
  bench = await bench.restart();
  await bench.markTo(606_100);
  expect(await notices(winner)).toHaveLength(1);
  expect(await notices(loser)).toHaveLength(1);
});

it('a liquidation is announced once, also when the exchange stops between the closing and its notice', async () => {
  const owner = await one();
  await open(owner, { leverage: 100 });
  await moveTo(596_000);
  bench = await bench.restart();
  await bench.markTo(596_000);
  expect((await notices(owner)).map(({ key }) => key)).toEqual(['notice/position-liquidated']);
  await write();
  const [liquidated, ...more] = await notices(owner, 'ty');
  expect(more).toEqual([]);
  expect(liquidated).toMatchObject({ title: 'บังคับปิดโพซิชัน', subject: { kind: 'closing', contract: 'BTCPERP' } });
});

it('slices of one liquidation are summed up', async () => {
  const owner = await one();
  await open(owner, { leverage: 50, lots: 800 });
  const slices = async () =>
    (await bench.database.pool.query("SELECT FROM contract_closings WHERE reason = 'forced'")).rowCount ?? 0;
  for (let step = 0; step < 4; step += 1) {
    bench.pass(500);
    await moveTo(590_300 - step, 100);
    expect(await notices(owner)).toEqual([]);
  }
  expect(await slices()).toBeGreaterThan(2);
  await moveTo(590_200);
  bench.pass(15_000);
  const sent = (await notices(owner)).filter(({ key }) => key === 'notice/position-liquidated');
  expect(sent).toHaveLength(1);
});

it('a deleveraged owner is not mistaken for the one who was liquidated', async () => {
  const [weak = 0n, other = 0n] = await bench.users([funds, funds]);
  await bench.quote([], []);
  await open(weak, { leverage: 100 });
  await open(other, { side: 'short', leverage: 2 });
  // The maker is flat again: the short of the other user is all that stands against the long.
  await bench.quote([], []);
  await bench.markTo(580_000);
  expect((await notices(weak)).map(({ key }) => key)).toEqual(['notice/position-liquidated']);
  const [deleveraged, ...more] = await notices(other);
  expect(more).toEqual([]);
  expect(deleveraged).toMatchObject({ key: 'notice/position-deleveraged', subject: { contract: 'BTCPERP' } });
});

it('a margin warning comes once a crossing, again only after safety and an hour', async () => {
  const owner = await one();
  await open(owner, { leverage: 20 });
  const [position] = bench.contracts.market('BTCPERP').positions.visible(owner);
  const warnings = async () => (await notices(owner)).filter(({ key }) => key === 'notice/margin-warning');
  const low = 572_700;
  await moveTo(low);
  const [first] = await warnings();
  expect(first).toMatchObject({
    subject: { kind: 'position', contract: 'BTCPERP', position: String(position?.id) },
    summary: expect.stringMatching(/^BTC\/USDT long is close to liquidation: mark 57,270\.0, /),
  });
  // Swinging in between, a restart, and a crossing within the hour: no further warning.
  for (const ticks of [575_000, low, 574_000, low]) await moveTo(ticks);
  bench = await bench.restart(1_000);
  for (const ticks of [low, mark, low, low]) await moveTo(ticks);
  expect(await warnings()).toHaveLength(1);
  // The margin was safe and an hour is over: the crossing that lasts is warned of again, once.
  bench.pass(3_600_000);
  for (const ticks of [low, low]) await moveTo(ticks);
  expect(await warnings()).toHaveLength(2);
  bench.pass(3_600_000);
  await moveTo(low);
  expect(await warnings()).toHaveLength(2);
});

it('many at once are a few notices and one summary', async () => {
  const owner = await one();
  for (let nth = 0; nth < 9; nth += 1) await open(owner, { lots: 1, stopLossTicks: 594_000 - nth });
  await moveTo(590_000);
  const sent = await notices(owner);
  expect(sent.map(({ key }) => key)).toEqual([
    'notice/positions-more',
    ...Array.from({ length: 5 }, () => 'notice/stop-loss-executed'),
  ]);
  expect(sent[0]?.summary).toMatch(/^4 more of your positions/);
});
