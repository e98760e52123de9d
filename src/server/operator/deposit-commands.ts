import { setTimeout as sleep } from 'node:timers/promises';
import { chainIds } from '../custody/chains/chain-ids.ts';
import { systemClock } from '../core/clock/clock.ts';
import { listedAtOnce, readAside, type AsideCause, type AsideRow } from '../custody/deposits/deposits-aside.ts';
import {
  orderRescan,
  readRescan,
  readRescans,
  rescanMax,
  retryDeposit,
  type Rescan,
  type RescanFault,
} from '../custody/deposits/rescans.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned } from './signed-options.ts';
import { harmless } from './text/review-text.ts';
import { waitText } from './text/withdrawal-text.ts';

const causeText: Readonly<Record<AsideCause, string>> = {
  unreadable: 'could not be read',
  'too-large': 'is too large to be a payment',
  'not-recorded': 'could not be recorded',
  'not-credited': 'could not be credited',
  'not-undone': 'could not be taken back when the chain dropped its block',
};

/** A payment set aside, as printed for the operator. */
function asideText(row: AsideRow, now: number): string {
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
function rescanText({ id, chain, from, to, next, found, at, endedAt }: Rescan): string {
  const state = endedAt === null ? `${next - from} of ${to - from + 1} blocks read` : 'done';
  return `#${id}  ${chain} ${from} to ${to}  ${new Date(at).toISOString()}  ${state}, ${found} missed deposits found`;
}

const pollEveryMs = 500;
/** A rescan without progress for this long has stalled: no exchange is running, or its node is unavailable. */
const goesOnWithinMs = 20_000;

const faultText: Readonly<Record<RescanFault, (rescan: Pick<Rescan, 'chain'>) => string>> = {
  'not-followed': ({ chain }) => `${chain} is not followed: no block of it was ever read.`,
  'not-read-yet': ({ chain }) => `TO is above the newest block of ${chain} that was read.`,
  'too-many': () => `At most ${rescanMax} blocks at once.`,
};

/** @throws UsageError for an invalid range */
function readRange([chainText = '', from = '', to = '', ...more]: readonly string[]) {
  const chain = chainText.toUpperCase();
  if (!chainIds.includes(chain)) throw new UsageError(`CHAIN is one of ${chainIds.join(', ')}.`);
  if (more.length > 0 || !/^\d{1,9}$/.test(from) || !/^\d{1,9}$/.test(to)) {
    throw new UsageError('FROM and TO are numbers of blocks.');
  }
  const range = { chain, from: Number(from), to: Number(to) };
  if (range.from > range.to) throw new UsageError('FROM comes before TO.');
  return range;
}

/** Reports the progress of a rescan until it ends or stalls. */
async function follow(database: Database, { id }: Rescan): Promise<boolean> {
  let published = '';
  let movedAt = Date.now();
  for (;;) {
    const rescan = await readRescan(database, id);
    if (rescan === null) throw new Error(`rescan ${id} is gone`);
    const words = rescanText(rescan);
    if (words !== published) {
      say(words);
      published = words;
      movedAt = Date.now();
    }
    if (rescan.endedAt !== null) return true;
    if (Date.now() - movedAt > goesOnWithinMs) {
      say('Nobody goes on with it right now: it is resumed as soon as an exchange runs and its node answers.');
      return true;
    }
    await sleep(pollEveryMs);
  }
}

/** Commands for deposits that were missed or set aside. */
export const depositCommands: Readonly<Record<string, Command>> = {
  rescan: {
    usage: 'rescan CHAIN FROM TO --reason TEXT [--by NAME]',
    meaning:
      'Reads blocks again and records deposits that a node had left out; what is there stays. The running exchange does it, also after a restart.',
    async run(database, args) {
      const { words, by, reason } = readSigned(args);
      const range = readRange(words);
      const ordered = await orderRescan(database, range, { by, reason, at: systemClock() });
      if (typeof ordered !== 'string') return follow(database, ordered);
      say(faultText[ordered](range));
      return false;
    },
  },
  rescans: {
    usage: 'rescans',
    meaning: 'The newest rescans: how far they are and what they found.',
    async run(database, args) {
      if (args.length > 0) throw new UsageError('rescans takes nothing.');
      const found = await readRescans(database);
      say(found.length === 0 ? 'Nothing was read again.' : found.map(rescanText).join('\n'));
      return true;
    },
  },
  'deposits-aside': {
    usage: 'deposits-aside',
    meaning: 'Payments that were set aside because they could not be read, recorded, credited or taken back.',
    async run(database, args) {
      if (args.length > 0) throw new UsageError('deposits-aside takes nothing.');
      const found = await readAside(database.pool);
      const now = systemClock();
      say(found.length === 0 ? 'Nothing is set aside.' : found.map((row) => asideText(row, now)).join('\n'));
      if (found.length === listedAtOnce) say(`There may be more than these ${listedAtOnce}.`);
      return true;
    },
  },
  'retry-deposit': {
    usage: 'retry-deposit ID --reason TEXT [--by NAME]',
    meaning: 'Tries a payment again that was set aside; what is still wrong sets it aside again.',
    async run(database, args) {
      const { words, by, reason } = readSigned(args);
      const [text = '', ...more] = words;
      const digits = text.replace(/^#/, '');
      if (more.length > 0 || !/^\d{1,18}$/.test(digits)) throw new UsageError('Name one payment by its number.');
      const one = await retryDeposit(database, BigInt(digits), { by, reason, at: systemClock() });
      say(one === null ? `#${digits} is not set aside.` : `#${digits} is tried again by the running exchange.`);
      return one !== null;
    },
  },
};
