import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OptionRound, ProvenTick } from '../../../contract/entities/option.ts';
import { firstPreviousHash, tickText } from '../../../contract/option-ticks.ts';
import { renderPart } from '../../ui/testing-words.tsx';
import { PoolsView } from './pools-view.tsx';
import { ProofList } from './proof-list.tsx';
import { browserSha256, checkRound, verdictOf } from './round-proof.ts';
import { spokenSeconds, standingAt } from './round-times.ts';

const strikeAt = Date.UTC(2026, 10, 20, 12, 1, 0);
const waiting: OptionRound = {
  id: '7',
  coin: 'BTC',
  cycle: 60,
  period: '20261120-722',
  phase: 'waiting',
  opensAt: strikeAt - 62_000,
  lockAt: strikeAt - 2_000,
  strikeAt,
  settleAt: strikeAt + 60_000,
  pools: { up: '18640', down: '11420', flat: '0' },
  entries: 318,
  strike: null,
  settlement: null,
  result: null,
};

async function tickAfter(before: ProvenTick | null, at: number, price: string): Promise<ProvenTick> {
  const tick = { seq: (before?.seq ?? 0) + 1, at, price, previous: before?.hash ?? firstPreviousHash };
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

describe('the proof', () => {
  test('holds for what the exchange published', async () => {
    const round = await settled();
    const check = await checkRound(round);
    expect(verdictOf(check)).toBe(true);
    await renderPart(<ProofList round={round} check={check} />);
    await expect.element(page.getByText('Your browser recomputed this result and found the same.')).toBeVisible();
    expect(page.getByText('Checked here: holds').elements()).toHaveLength(8);
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
