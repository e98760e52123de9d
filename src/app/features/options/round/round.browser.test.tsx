import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { OptionEntry, OptionRound, ProvenTick, TickEntropy } from '#protocol/options/entities.ts';
import { firstPreviousHash, secretText, tickText } from '#protocol/options/maths/option-ticks.ts';
import { drawnOf, drawText, marketName, nextLevel, ticksAtLevel } from '#protocol/market-data/simulated-walk.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { playHub, report } from '#app/platform/stream/testing-hub.ts';
import { renderPart } from '#app/ui/testing-text.tsx';
import { waitingRound } from '../testing-round.ts';
import { PoolsView } from './pools-view.tsx';
import { ProofList } from './proof-list.tsx';
import { RoundPanel } from './round-panel.tsx';
import { browserSha256, checkRound, verdictOf } from './round-proof.ts';
import { spokenSeconds, standingAt } from './round-times.ts';

const strikeAt = Date.UTC(2026, 10, 20, 12, 1, 0);
const waiting: OptionRound = {
  ...waitingRound(strikeAt),
  pools: { up: '18640', down: '11420', flat: '0' },
  entries: 318,
};

async function tickAfter(
  before: ProvenTick | null,
  at: number,
  price: string,
  entropy?: TickEntropy,
): Promise<ProvenTick> {
  const place = { seq: (before?.seq ?? 0) + 1, at, price, previous: before?.hash ?? firstPreviousHash };
  const tick = entropy === undefined ? place : { ...place, entropy };
  const hash = await browserSha256(tickText({ coin: 'BTC', ...tick }));
  if (hash === null) throw new Error('the page is not secure');
  return { ...tick, hash };
}

async function settled(): Promise<OptionRound> {
  const first = await tickAfter(null, strikeAt - 999, '67482.4');
  const strike = await tickAfter(first, strikeAt + 3, '67482.5');
  const before = await tickAfter(strike, strikeAt + 59_003, '67500');
  const close = await tickAfter(before, strikeAt + 60_003, '67498.6');
  const proofs = { strike: { before: first, deciding: strike }, settlement: { before, deciding: close } };
  return { ...waiting, phase: 'settled', result: 'up', ...proofs };
}

const walk = { price: '67482.5', priceDecimals: 2, own: 47_600_000, market: 51_000_000 };

/** A round whose prices were drawn from the secrets of one chain, as the exchange publishes it. */
async function drawnRound(): Promise<OptionRound> {
  const sha256 = async (text: string) => (await browserSha256(text)) ?? '';
  const from = waiting.opensAt / 1_000;
  const until = waiting.settleAt / 1_000 + 30;
  const secrets = new Map<number, string>();
  let link = 'c'.repeat(64);
  for (let second = until; second >= from; second -= 1) {
    secrets.set(second, link);
    link = await sha256(secretText(second, link));
  }
  const levels = new Map<number, number>();
  for (let second = from, level = 5e9; second <= until; second += 1) {
    const secret = secrets.get(second) ?? '';
    const [own, market] = [await sha256(drawText(secret, 'BTCUSDT')), await sha256(drawText(secret, marketName))];
    level = nextLevel(level, walk, drawnOf(own), drawnOf(market));
    levels.set(second, level);
  }
  const tick = (before: ProvenTick | null, at: number) => {
    const second = Math.floor(at / 1_000);
    const level = levels.get(second) ?? 0;
    const price = (ticksAtLevel(Number(walk.price), walk.priceDecimals, level) / 100).toString();
    return tickAfter(before, at, price, { commitment: link, next: null, second, level });
  };
  const opening = await tick(null, waiting.opensAt + 3);
  const first = await tick(opening, strikeAt - 997);
  const strike = await tick(first, strikeAt + 3);
  const before = await tick(strike, strikeAt + 59_003);
  const close = await tick(before, strikeAt + 60_003);
  const second = close.entropy?.second ?? 0;
  return {
    ...waiting,
    phase: 'settled',
    result: Number(close.price) > Number(strike.price) ? 'up' : 'down',
    strike: { before: first, deciding: strike },
    settlement: { before, deciding: close },
    draw: { opening, walk, secrets: [{ commitment: link, second, secret: secrets.get(second) ?? '' }] },
  };
}

beforeAll(() => {
  i18n.setMessagesCompiler(compileMessage);
});

describe('the countdown', () => {
  test('runs on server time to the lock, is amber in the last seconds, and says when it is locked', async () => {
    const screen = await renderPart(<PoolsView round={waiting} locked={false} now={waiting.lockAt - 42_000} />);
    await expect.element(page.getByRole('timer')).toHaveTextContent('00:42');
    await expect.element(page.getByText('to enter')).toBeVisible();
    await screen.rerender(<PoolsView round={waiting} locked={false} now={waiting.lockAt - 9_000} />);
    await expect.element(page.getByText('Closing')).toBeVisible();
    expect(document.querySelector('[data-closing]')).not.toBeNull();
    await screen.rerender(<PoolsView round={waiting} locked now={waiting.lockAt + 1_000} />);
    await expect.element(page.getByText('Locked')).toBeVisible();
    await expect.element(page.getByRole('timer')).toHaveTextContent('00:00');
  });

  test('is spoken at 60, 30 and 10 seconds only', async () => {
    const spoken = Array.from({ length: 63 }, (_, left) => spokenSeconds(left)).filter((seconds) => seconds !== null);
    expect(spoken).toEqual([10, 30, 60]);
    const screen = await renderPart(<PoolsView round={waiting} locked={false} now={waiting.lockAt - 30_000} />);
    await expect.element(page.getByRole('status')).toHaveTextContent('30 seconds left to enter');
    await screen.rerender(<PoolsView round={waiting} locked={false} now={waiting.lockAt - 29_000} />);
    await expect.element(page.getByRole('status')).toHaveTextContent('');
  });

  test('passes from round to round: entering, locked, in progress, ended', async () => {
    const next: OptionRound = { ...waiting, id: '8', opensAt: waiting.lockAt, lockAt: strikeAt + 58_000 };
    const at = (rounds: readonly OptionRound[], now: number) => {
      const { entering, locked, running, ended } = standingAt(rounds, now);
      return [entering?.id, locked?.id, running?.id, ended?.id];
    };
    expect(at([waiting], waiting.lockAt - 1)).toEqual(['7', undefined, undefined, undefined]);
    expect(at([next, waiting], waiting.lockAt)).toEqual(['8', '7', undefined, undefined]);
    const done = await settled();
    const running = { ...done, phase: 'in-progress', settlement: null, result: null } as const;
    expect(at([next, running], strikeAt + 1_000)).toEqual(['8', undefined, '7', undefined]);
    expect(at([next, done], strikeAt + 61_000)).toEqual([undefined, undefined, undefined, '7']);
  });
});

test('the pools say what they pay', async () => {
  await renderPart(<PoolsView round={waiting} locked={false} now={waiting.lockAt - 42_000} />);
  await expect.element(page.getByText('18,640')).toBeVisible();
  await expect.element(page.getByText('1.59×')).toBeVisible();
  await expect.element(page.getByText('2.58×')).toBeVisible();
  await expect.element(page.getByText('62%')).toBeVisible();
  await expect.element(page.getByText('318 entries · 3% fee on winnings')).toBeVisible();
});

describe('two rounds as two', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** A series in which one round runs with an own entry, and the next one takes entries. */
  async function showRounds(index: string) {
    const at = serverNow() - 20_000;
    const done = await settled();
    const own: OptionRound = {
      ...done,
      id: '6',
      period: '20261120-721',
      phase: 'in-progress',
      strikeAt: at,
      settleAt: at + 60_000,
      settlement: null,
      result: null,
    };
    const next: OptionRound = {
      ...waiting,
      opensAt: at - 2_000,
      lockAt: at + 58_000,
      strikeAt: at + 60_000,
      settleAt: at + 120_000,
    };
    const entry: OptionEntry = {
      id: '1',
      round: own,
      direction: 'up',
      stake: '50',
      outcome: null,
      profit: '0',
      fee: '0',
      at: at - 5_000,
    };
    vi.stubGlobal('fetch', (url: string) => {
      const config = { pcUrl: null, mode: 'practice', features: ['options'], now: at };
      const lists = url.includes('current') ? { list: [entry] } : { list: [], next: null };
      const data = url.includes('web/config') ? config : lists;
      return Promise.resolve(Response.json({ code: 200, data, msg: 'success', type: 'ok' }));
    });
    playHub();
    await renderPart(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RoundPanel
          series={{ coin: 'BTC', cycle: 60 }}
          coin={{ coin: 'BTC', pair: 'BTCUSDT', cycles: [60], priceDecimals: 1, open: true }}
        />
      </QueryClientProvider>,
    );
    report('round:BTC:60', { rounds: [next, own], line: [[at + 19_000, index]] });
  }

  const says = (room: Locator, text: string) => expect.poll(() => room.element().textContent).toContain(text);
  const now = () => page.getByRole('region', { name: 'Current round' });
  const next = () => page.getByRole('region', { name: 'Next round' });

  test('the one that runs only shows, and says what the own entry returns', async () => {
    await showRounds('67498.6');
    await says(now(), 'Round 721 · entries closed');
    await says(now(), '67,498.6');
    await says(now(), '16.1 above strike');
    await says(now(), 'Your Up 50.00');
    await says(now(), 'returns 79.71 if it ends here');
    expect(now().getByRole('textbox').elements()).toHaveLength(0);
    expect(now().getByRole('button').elements()).toHaveLength(0);
  });

  test('the next one holds every control, and each button names it', async () => {
    await showRounds('67498.6');
    await says(next(), 'Round 722 · open');
    await expect.element(next().getByRole('timer')).toBeVisible();
    for (const name of [/^Up, next round/, /^Down, next round/, /^Flat, next round/])
      await expect.element(next().getByRole('button', { name })).toBeVisible();
  });

  test('below the strike the distance has one word for it and no sign', async () => {
    await showRounds('67480.5');
    await expect.element(page.getByText('2.0 below strike', { exact: true })).toBeVisible();
    await says(now(), 'returns 0.00 if it ends here');
  });
});

describe('the proof', () => {
  test('holds for what the exchange published', async () => {
    const round = await settled();
    const check = await checkRound(round);
    expect(verdictOf(check)).toBe(true);
    await renderPart(<ProofList round={round} check={check} />);
    await expect.element(page.getByText('Your browser recomputed this result and found the same.')).toBeVisible();
    expect(page.getByText('Checked here: holds').elements()).toHaveLength(8);
    await expect.element(page.getByText(/^No draw was made for this round/)).toBeVisible();
  });

  test('shows and checks what simulated prices were drawn from', async () => {
    const round = await drawnRound();
    const check = await checkRound(round);
    expect(verdictOf(check)).toBe(true);
    await renderPart(<ProofList round={round} check={check} />);
    expect(page.getByText('Checked here: holds').elements()).toHaveLength(11);
    await page.getByText('Commitments and secrets').click();
    await expect.element(page.getByText(round.draw?.secrets?.[0]?.secret ?? 'none', { exact: true })).toBeVisible();
  });

  test('fails when a secret, a commitment, the walk or a price was made afterwards', async () => {
    const round = await drawnRound();
    const { draw, settlement } = round;
    if (draw === null || settlement === null) throw new Error('no draw');
    const [revealed] = draw.secrets ?? [];
    if (revealed === undefined) throw new Error('no secret');
    const changed = (change: object): OptionRound => ({ ...round, draw: { ...draw, ...change } });
    const entropy = settlement.deciding.entropy;
    const lies: OptionRound[] = [
      changed({ secrets: null }),
      changed({ secrets: [{ ...revealed, secret: 'd'.repeat(64) }] }),
      changed({ secrets: [{ ...revealed, second: revealed.second - 1 }] }),
      changed({ walk: { ...walk, own: walk.own * 2 } }),
      changed({ opening: { ...draw.opening, at: round.lockAt } }),
      {
        ...round,
        settlement: {
          ...settlement,
          deciding: await tickAfter(settlement.before, settlement.deciding.at, '70000', entropy),
        },
        result: 'up',
      },
    ];
    for (const lie of lies) {
      const { draw: found } = await checkRound(lie);
      expect([found?.committed, found?.revealed, found?.follows]).toContain(false);
    }
  });

  test('fails loudly when a price, a time, a link or the result was changed', async () => {
    const round = await settled();
    const { strike, settlement } = round;
    if (strike === null || settlement === null) throw new Error('no proof');
    const lies: OptionRound[] = [
      { ...round, result: 'down' },
      { ...round, phase: 'void', result: null },
      { ...round, strike: { ...strike, deciding: { ...strike.deciding, price: '67482.6' } } },
      { ...round, strike: { ...strike, deciding: { ...strike.deciding, at: strikeAt - 1 } } },
      { ...round, settlement: { ...settlement, before: strike.before } },
      { ...round, settlement: { ...settlement, before: null } },
      { ...round, settleAt: round.settleAt - 1_000 },
    ];
    for (const lie of lies) expect(verdictOf(await checkRound(lie))).toBe(false);
    const lie = lies[2] ?? round;
    await renderPart(<ProofList round={lie} check={await checkRound(lie)} />);
    await expect.element(page.getByText(/^A check failed/)).toBeVisible();
    expect(page.getByText('Checked here: FAILED').elements().length).toBeGreaterThan(0);
  });

  test('says so where the browser computes no hashes', async () => {
    const round = await settled();
    const check = await checkRound(round, () => Promise.resolve(null));
    expect(verdictOf(check)).toBe(null);
    await renderPart(<ProofList round={round} check={check} />);
    await expect.element(page.getByText(/^Hashes were not checked/)).toBeVisible();
  });
});
