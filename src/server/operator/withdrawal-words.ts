import { toWithdrawal, type Hindrance, type WithdrawalRow } from '../withdrawals/withdrawal-row.ts';
import { harmless } from './review-words.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const hindranceWords: Readonly<Record<Hindrance, string>> = {
  'wallet-short': 'the paying account has not enough of the coin: fund it',
  'chain-away': 'the chain’s node does not answer, or does not take it: see the log',
  'coin-halted': 'stopped by the audit or by an operator: see stops',
  'real-network': 'practice mode pays nothing on a network that is no test network: give it back',
  'not-signed': 'the chain does not let the transfer be signed: see the log',
};

/** How long something waits, in its two largest units. */
export function waitWords(ms: number): string {
  const units = [
    [Math.floor(ms / dayMs), 'd'],
    [Math.floor((ms % dayMs) / hourMs), 'h'],
    [Math.floor((ms % hourMs) / minuteMs), 'min'],
  ] as const;
  const from = units.findIndex(([count]) => count > 0);
  if (from < 0) return 'less than 1 min';
  return units
    .slice(from, from + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** A withdrawal as the operator reads it: who, what, how far, since when, and what keeps it. */
export function withdrawalWords(row: WithdrawalRow, now: number): string {
  const { id, asset, chain, address, amount, fee, state, remark, confirmations, neededConfirmations } =
    toWithdrawal(row);
  const isOver = state === 'confirmed' || state === 'refused' || state === 'failed';
  const blocks = state === 'sent' ? `, ${confirmations} of ${neededConfirmations} blocks` : '';
  const since = isOver ? new Date(row.updatedAt).toISOString() : `waits ${waitWords(now - row.createdAt)}`;
  const lines = [
    `#${id}  ${state}${blocks}  user ${row.owner}  ${amount} ${asset} (fee ${fee}) on ${chain}  ${since}`,
    `    to ${address}  ${harmless(remark)}`,
  ];
  // Signed and not heard of yet: the operator may look for it on the chain, its owner may not.
  if (row.hash !== null) lines.push(`    transaction ${row.hash}, nonce ${row.nonce}`);
  if (row.reason !== null) lines.push(`    ${harmless(row.reason)}`);
  if (row.hindrance !== null) lines.push(`    ${hindranceWords[row.hindrance]}`);
  return lines.join('\n');
}
