import { expect, it } from 'vitest';
import type { WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import { recordLines } from './record-days.ts';

function entry(id: string, at: string): WalletRecord {
  return { id, at: Date.parse(at), kind: 'trade', state: null, changes: [], entries: [] };
}

const entries = [
  entry('3', '2026-07-02T16:00:00Z'),
  entry('2', '2026-07-02T15:59:59Z'),
  entry('1', '2026-07-02T00:00:00Z'),
];

function shape(offsetHours: number): string[] {
  return recordLines(entries, () => offsetHours).map((line) => (line.is === 'day' ? 'day' : line.id));
}

it('begins a day where the day begins at the offset of the user', () => {
  expect(shape(8)).toEqual(['day', '3', 'day', '2', '1']);
  expect(shape(0)).toEqual(['day', '3', '2', '1']);
  expect(shape(-1)).toEqual(['day', '3', '2', 'day', '1']);
});

it('has no lines without entries, and lines that are named apart', () => {
  expect(recordLines([], () => 8)).toEqual([]);
  const ids = recordLines(entries, () => 8).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
