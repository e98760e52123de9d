import type { AsideCause, AsideRow } from '#server/custody/deposits/deposits-aside.ts';
import type { Rescan } from '#server/custody/deposits/rescans.ts';
import { harmless } from './review-text.ts';
import { waitText } from './withdrawal-text.ts';

const causeText: Readonly<Record<AsideCause, string>> = {
  unreadable: 'could not be read',
  'too-large': 'is too large to be a payment',
  'not-recorded': 'could not be recorded',
  'not-credited': 'could not be credited',
  'not-undone': 'could not be taken back when the chain dropped its block',
};

/** A payment set aside, as printed for the operator. */
export function asideText(row: AsideRow, now: number): string {
  const { id, chain, hash, address, asset, units, height, deposit, why, words, at, again } = row;
  const amount = units === null ? asset : `${units} units of ${asset}`;
  const of = deposit === null ? '' : `  deposit ${deposit}`;
  return [
    `#${id}  ${amount} on ${chain}, block ${height}${of}  waits ${waitText(now - at)}${again ? '  to be tried again' : ''}`,
    `    transaction ${harmless(hash)}${address === null ? '' : ` to ${harmless(address)}`}`,
    `    ${causeText[why]}: ${harmless(words)}`,
  ].join('\n');
}

/** The progress of a rescan. */
export function rescanText({ id, chain, from, to, next, found, at, endedAt }: Rescan): string {
  const state = endedAt === null ? `${next - from} of ${to - from + 1} blocks read` : 'done';
  return `#${id}  ${chain} ${from} to ${to}  ${new Date(at).toISOString()}  ${state}, ${found} missed deposits found`;
}
