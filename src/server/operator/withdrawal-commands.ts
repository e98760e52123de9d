import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '../clock.ts';
import { createLedger } from '../ledger/ledger.ts';
import { createLogger } from '../log.ts';
import { createNotices } from '../notices/notices.ts';
import { decisionTextMax } from '../reviews/decide.ts';
import { giveBackApproved } from '../withdrawals/settlement.ts';
import { listedAtOnce, readWithdrawals } from '../withdrawals/read-withdrawals.ts';
import { type Command, say, UsageError } from './command.ts';
import { withdrawalWords } from './withdrawal-words.ts';

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
  if (reason === '') throw new UsageError('It needs --reason: the person reads it.');
  if (by === '' || Math.max(by.length, reason.length) > decisionTextMax) {
    throw new UsageError(`--by and --reason take up to ${decisionTextMax} characters.`);
  }
  return { id: BigInt(digits), by, reason };
}

/** Commands for withdrawals on their way; their reviews are decided as every review is. */
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
        found.length === 0 ? 'No withdrawal is on its way.' : found.map((row) => withdrawalWords(row, now)).join('\n'),
      );
      if (found.length === listedAtOnce) say(`There may be more than these ${listedAtOnce}.`);
      return true;
    },
  },
  'give-back': {
    usage: 'give-back ID --reason TEXT [--by NAME]',
    meaning:
      'Gives an approved withdrawal back that cannot leave; never one that is signed. The person reads the reason.',
    async run(database, args) {
      const { id, by, reason } = readGiveBack(args);
      const notices = createNotices(database, systemClock);
      const means = { database, ledger: createLedger(), clock: systemClock, logger: createLogger('silent'), notices };
      const isBack = await giveBackApproved(means, id, { by, reason });
      say(
        isBack
          ? `The amount of #${id}, fee included, is back in its wallet.`
          : `#${id} is not approved, or is signed already: nothing was given back.`,
      );
      return isBack;
    },
  },
};
