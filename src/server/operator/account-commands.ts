import {
  disableAccount,
  enableAccount,
  endSessions,
  findAccount,
  type Operated,
} from '../accounts/account/operate-accounts.ts';
import type { Config } from '../core/config/config.ts';
import { systemClock } from '../core/clock/clock.ts';
import { endTrading } from '../p2p/orders/cases/ending-trade.ts';
import { forgetEvidence } from '../p2p/orders/appeals/forgetting.ts';
import { resumeMerchant, suspendMerchant } from '../p2p/orders/cases/operate-merchants.ts';
import { touchMerchant } from '../p2p/merchants/store.ts';
import { secretBoxBeside } from '../core/secrets/secret-box.ts';
import type { SignedBy } from '../accounts/evidence/signed-lines.ts';
import { withdrawIdentity } from '../accounts/identity/operate-identity.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned, sayTakenUp } from './signed-options.ts';

interface Asked {
  readonly database: Database;
  readonly args: readonly string[];
  readonly config: Config;
}

type Act = (database: Database, id: bigint, signed: SignedBy, now: number) => Promise<Operated>;

/** The account that is named; null, and said so, where there is none. */
async function namedAccount(database: Database, [name, ...more]: readonly string[]): Promise<bigint | null> {
  if (name === undefined || more.length > 0) throw new UsageError('Name one account: its id, email or phone number.');
  const account = await findAccount(database, name);
  if (account === null) say(`There is no account ${name}.`);
  return account?.id ?? null;
}

async function operate({ database, args, config }: Asked, act: Act, nothing: string): Promise<boolean> {
  const { words, by, reason } = readSigned(args);
  const id = await namedAccount(database, words);
  if (id === null) return false;
  const signed = { by, reason, secrets: await secretBoxBeside(config) };
  const { line, ended } = await act(database, id, signed, systemClock());
  if (line === null) {
    say(`Account ${id} ${nothing}.`);
    return false;
  }
  say(`Account ${id}: done${ended === 0 ? '' : `, ${ended} sessions ended`}.`);
  await sayTakenUp(database, line);
  return true;
}

/** An act of which nothing but its line of the log comes back. */
function lineOf(
  act: (database: Database, id: bigint, signed: SignedBy & { readonly at: number }) => Promise<bigint | null>,
): Act {
  return async (database, id, signed, now) => ({ line: await act(database, id, { ...signed, at: now }), ended: 0 });
}

const disable: Act = (database, id, signed, now) =>
  disableAccount(database, id, signed, now, (tx, owner, at) => endTrading(tx, owner, 'account-disabled', at));
const enable: Act = (database, id, signed, now) => enableAccount(database, id, signed, now, touchMerchant);
const withdrawName = lineOf((database, id, signed) =>
  withdrawIdentity(database, id, signed, (tx) => endTrading(tx, id, 'identity-withdrawn', signed.at)),
);

/** Destroys the key of a person's evidence. */
async function forget({ database, args }: Pick<Asked, 'database' | 'args'>): Promise<boolean> {
  const { words, by, reason } = readSigned(args);
  const id = await namedAccount(database, words);
  if (id === null) return false;
  const done = await forgetEvidence(database, id, { by, reason }, systemClock());
  if (done === null) {
    say(`An order of account ${id} runs, or is under appeal: its evidence is needed until it ends.`);
    return false;
  }
  const { hadKey, plainStatements, plainPictures } = done;
  say(
    hadKey
      ? `Account ${id}: the key of its evidence is destroyed.`
      : `Account ${id}: no evidence was encrypted for it.`,
  );
  if (plainPictures > 0) say(`${plainPictures} pictures from before pictures were encrypted were removed.`);
  if (plainStatements > 0) {
    say(`${plainStatements} texts from before texts were encrypted stay readable: the chain covers them as they are.`);
  }
  say('Backups from before still have the key: it is gone once they are.');
  return true;
}

/** Commands that disable and enable accounts, and take and give back what they may do. */
export const accountCommands: Readonly<Record<string, Command>> = {
  'disable-account': {
    usage: 'disable-account ACCOUNT --reason TEXT [--by NAME]',
    meaning:
      'Ends an account’s sessions and refuses every log-in; its withdrawals that are not signed wait, its adverts are paused, and its running fiat orders get a case.',
    run: (database, args, config) => operate({ database, args, config }, disable, 'is disabled already'),
  },
  'enable-account': {
    usage: 'enable-account ACCOUNT --reason TEXT [--by NAME]',
    meaning: 'Lets a disabled account log in again. Its adverts stay paused until it resumes them.',
    run: (database, args, config) => operate({ database, args, config }, enable, 'is not disabled'),
  },
  'withdraw-identity': {
    usage: 'withdraw-identity ACCOUNT --reason TEXT [--by NAME]',
    meaning:
      'Withdraws the verified name of an account, which may apply again: its adverts are paused, and its running fiat orders get a case. It reads the reason.',
    run: (database, args, config) => operate({ database, args, config }, withdrawName, 'has no verified name'),
  },
  'suspend-merchant': {
    usage: 'suspend-merchant ACCOUNT --reason TEXT [--by NAME]',
    meaning:
      'Keeps a merchant from publishing and from being traded with: its adverts are paused, and its running fiat orders get a case. It reads the reason.',
    run: (database, args, config) =>
      operate({ database, args, config }, lineOf(suspendMerchant), 'is no merchant, or suspended already'),
  },
  'resume-merchant': {
    usage: 'resume-merchant ACCOUNT --reason TEXT [--by NAME]',
    meaning: 'Lets a suspended merchant trade again. The adverts stay paused until the merchant resumes them.',
    run: (database, args, config) => operate({ database, args, config }, lineOf(resumeMerchant), 'is not suspended'),
  },
  'forget-evidence': {
    usage: 'forget-evidence ACCOUNT --reason TEXT [--by NAME]',
    meaning:
      'Destroys the key of an account’s evidence, as the person asked: what it said and showed in fiat orders, and reasons about it, can never be read again. Refused while an order of it runs. The reason stays readable: it names nobody.',
    run: (database, args) => forget({ database, args }),
  },
  'end-sessions': {
    usage: 'end-sessions ACCOUNT --reason TEXT [--by NAME]',
    meaning: 'Ends every session of an account, with their open connections; it may log in again.',
    run: (database, args, config) => operate({ database, args, config }, endSessions, 'has no session'),
  },
};
