import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import { toWithdrawal, type Hindrance, type WithdrawalRow } from '#server/custody/withdrawals/withdrawal-row.ts';
import { harmless } from './review-text.ts';

const hindranceText: Readonly<Record<Hindrance, string>> = {
  'wallet-short': 'the paying account has not enough of the coin: fund it',
  'chain-away': 'the chain’s node does not answer, or does not take it: see the log',
  'coin-halted': 'stopped by the audit or by an operator: see stops',
  'real-network': 'practice mode pays nothing on a network that is no test network: give it back',
  'not-signed': 'the chain does not let the transfer be signed: see the log',
};

/** How long something waits, in its two largest units. */
export function waitText(ms: number): string {
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

/** A withdrawal refused too often, and what can be done about it. */
function asideText({ tries, refusal, refusedWhy, nonce }: WithdrawalRow, asideAt: number, now: number): string {
  const waits = `set aside ${waitText(now - asideAt)} ago after ${tries} tries: ${harmless(refusal ?? '')}`;
  if (nonce === null) return `${waits}; retry-payout tries it again, give-back returns it`;
  return refusedWhy === 'nonce-used'
    ? `${waits}; look for nonce ${nonce} of the paying account in a block explorer: when this is not it, release-payout`
    : `${waits}; its nonce is being used up by nothing, then it can be tried again or given back`;
}

/** A withdrawal as printed for the operator: user, amount, progress, age, and hindrance. */
export function withdrawalText(row: WithdrawalRow, now: number): string {
  const { id, asset, chain, address, amount, fee, state, remark, confirmations, neededConfirmations } =
    toWithdrawal(row);
  const isOver = state === 'confirmed' || state === 'refused' || state === 'failed';
  const blocks = state === 'sent' ? `, ${confirmations} of ${neededConfirmations} blocks` : '';
  const since = isOver ? new Date(row.updatedAt).toISOString() : `waits ${waitText(now - row.createdAt)}`;
  const lines = [
    `#${id}  ${state}${blocks}  user ${row.owner}  ${amount} ${asset} (fee ${fee}) on ${chain}  ${since}`,
    `    to ${address}  ${harmless(remark)}`,
  ];
  // Signed but not on the chain yet: its hash is shown to the operator, but not to its owner.
  if (row.hash !== null) lines.push(`    transaction ${row.hash}, nonce ${row.nonce}`);
  if (row.reason !== null) lines.push(`    ${harmless(row.reason)}`);
  if (row.asideAt !== null && !isOver) lines.push(`    ${asideText(row, row.asideAt, now)}`);
  else if (row.hindrance !== null) lines.push(`    ${hindranceText[row.hindrance]}`);
  return lines.join('\n');
}
