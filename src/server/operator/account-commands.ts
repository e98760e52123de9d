import {
  disableAccount,
  enableAccount,
  endSessions,
  findAccount,
  type Operated,
  type OperatedBy,
} from '../users/accounts/operate-accounts.ts';
import { systemClock } from '../core/clock/clock.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned, sayTakenUp } from './signed-options.ts';

type Act = (database: Database, id: bigint, signed: OperatedBy, now: number) => Promise<Operated>;

async function operate(database: Database, args: readonly string[], act: Act, nothing: string): Promise<boolean> {
  const { words, ...signed } = readSigned(args);
  const [name, ...more] = words;
  if (name === undefined || more.length > 0) throw new UsageError('Name one account: its id, email or phone number.');
  const account = await findAccount(database, name);
  if (account === null) {
    say(`There is no account ${name}.`);
    return false;
  }
  const { line, ended } = await act(database, account.id, signed, systemClock());
  if (line === null) {
    say(`Account ${account.id} ${nothing}.`);
    return false;
  }
  say(`Account ${account.id}: done${ended === 0 ? '' : `, ${ended} sessions ended`}.`);
  await sayTakenUp(database, line);
  return true;
}

/** Commands that disable and enable accounts. */
export const accountCommands: Readonly<Record<string, Command>> = {
  'disable-account': {
    usage: 'disable-account ACCOUNT --reason TEXT [--by NAME]',
    meaning: 'Ends an account’s sessions and refuses every log-in; its withdrawals that are not signed wait.',
    run: (database, args) => operate(database, args, disableAccount, 'is disabled already'),
  },
  'enable-account': {
    usage: 'enable-account ACCOUNT --reason TEXT [--by NAME]',
    meaning: 'Lets a disabled account log in again.',
    run: (database, args) => operate(database, args, enableAccount, 'is not disabled'),
  },
  'end-sessions': {
    usage: 'end-sessions ACCOUNT --reason TEXT [--by NAME]',
    meaning: 'Ends every session of an account, with their open connections; it may log in again.',
    run: (database, args) => operate(database, args, endSessions, 'has no session'),
  },
};
