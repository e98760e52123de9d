import { systemClock } from '../clock.ts';
import { listedAtOnce, readWithdrawals } from '../withdrawals/read-withdrawals.ts';
import { type Command, say, UsageError } from './command.ts';
import { withdrawalWords } from './withdrawal-words.ts';

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
};
