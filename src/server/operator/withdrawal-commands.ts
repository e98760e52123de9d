import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock/clock.ts';
import { createLedger } from '../core/ledger/ledger.ts';
import { createLogger } from '../core/log/log.ts';
import { createNotices } from '../accounts/notices/notices.ts';
import { decisionTextMax } from '../accounts/reviews/decide.ts';
import { giveBackApproved } from '../custody/withdrawals/settlement.ts';
import { releasePayout, retryPayout } from '../custody/withdrawals/operate-payouts.ts';
import { listedAtOnce, readWithdrawals } from '../custody/withdrawals/read-withdrawals.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned } from './signed-options.ts';
import { withdrawalText } from './text/withdrawal-text.ts';

/** Reads `ID --reason TEXT [--by NAME]`. */
function readGiveBack(args: readonly string[]): { id: bigint; by: string; reason: string } {
  const options = { reason: { type: 'string' }, by: { type: 'string' } } as const;
  let read;
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const [text = '', ...more] = read.positionals;
  const digits = text.replace(/^#/, '');
  if (more.length > 0 || !/^\d{1,18}$/.test(digits)) throw new UsageError('Name one withdrawal by its number.');
  const reason = read.values.reason?.trim() ?? '';
  const by = (read.values.by ?? userInfo().username).trim();
  if (reason === '') throw new UsageError('It needs --reason: the user reads it.');
  if (by === '' || Math.max(by.length, reason.length) > decisionTextMax) {
    throw new UsageError(`--by and --reason take up to ${decisionTextMax} characters.`);
  }
  return { id: BigInt(digits), by, reason };
}

/** Parses `ID --reason TEXT [--by NAME]` for logged actions. */
function readPayout(args: readonly string[]): { id: bigint; by: string; reason: string } {
  const { words, by, reason } = readSigned(args);
  const [text = '', ...more] = words;
  const digits = text.replace(/^#/, '');
  if (more.length > 0 || !/^\d{1,18}$/.test(digits)) throw new UsageError('Name one withdrawal by its number.');
  return { id: BigInt(digits), by, reason };
}

/** Commands for pending withdrawals; their reviews use the review commands. */
export const withdrawalCommands: Readonly<Record<string, Command>> = {
  withdrawals: {
    usage: 'withdrawals [--all]',
    meaning: 'Withdrawals on their way, oldest first, with what keeps them; --all also shows what ended.',
    async run(database, args) {
      const unknown = args.find((arg) => arg !== '--all');
      if (unknown !== undefined) throw new UsageError(`withdrawals does not know ${unknown}.`);
      const found = await readWithdrawals(database, { all: args.includes('--all') });
      const now = systemClock();
      say(
        found.length === 0 ? 'No withdrawal is on its way.' : found.map((row) => withdrawalText(row, now)).join('\n'),
      );
      if (found.length === listedAtOnce) say(`There may be more than these ${listedAtOnce}.`);
      return true;
    },
  },
  'retry-payout': {
    usage: 'retry-payout ID --reason TEXT [--by NAME]',
    meaning: 'Tries a withdrawal again that was set aside because its chain refused it too often.',
    async run(database, args) {
      const { id, ...signed } = readPayout(args);
      const isBack = await retryPayout(database, id, { ...signed, at: systemClock() });
      say(isBack ? `#${id} is tried again.` : `#${id} is not set aside.`);
      return isBack;
    },
  },
  'release-payout': {
    usage: 'release-payout ID --reason TEXT [--by NAME]',
    meaning:
      'Frees a withdrawal of a nonce that another transfer used, so that it can be tried again or given back. Only after the chain shows that it was not paid.',
    async run(database, args) {
      const { id, ...signed } = readPayout(args);
      const released = await releasePayout(database, id, { ...signed, at: systemClock() });
      say(
        released === null
          ? `#${id} is not set aside because its nonce was used elsewhere.`
          : `#${id} has no nonce any more: retry-payout pays it with another one, give-back returns it.`,
      );
      return released !== null;
    },
  },
  'give-back': {
    usage: 'give-back ID --reason TEXT [--by NAME]',
    meaning:
      'Gives an approved withdrawal back that cannot leave; never one that is signed. The person reads the reason.',
    async run(database, args) {
      const { id, by, reason } = readGiveBack(args);
      const notices = createNotices(database, systemClock);
      const deps = { database, ledger: createLedger(), clock: systemClock, logger: createLogger('silent'), notices };
      const isBack = await giveBackApproved(deps, id, { by, reason });
      say(
        isBack
          ? `The amount of #${id}, fee included, is back in its wallet.`
          : `#${id} is not approved, or is signed already: nothing was given back.`,
      );
      return isBack;
    },
  },
};
