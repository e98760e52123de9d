import type { CoreDeps } from './core/areas/core-deps.ts';
import type { RunArea } from './core/areas/run-area.ts';
import { joinTeam } from './earn/referrals/joining.ts';
import { fundPracticeAccount } from './custody/wallets/practice-coins.ts';
import { accountLimits } from './users/accounts/account-limits.ts';
import type { AccountsDeps } from './users/accounts/deps.ts';
import { openAccounts } from './users/accounts/open.ts';
import { createSecondFactor } from './users/accounts/second-factor/second-factor.ts';
import { openSecretBox, type SecretBox } from './core/secrets/secret-box.ts';
import { securityMessages } from './users/accounts/security-messages.ts';
import { Sessions } from './users/accounts/sessions.ts';
import { openMail } from './users/mail/open.ts';
import type { Sender } from './users/mail/sender.ts';
import type { Notices } from './users/notices/notices.ts';
import type { OpenedNotices } from './users/notices/open.ts';
import { welcome } from './users/notices/welcome.ts';
import { openPush } from './users/push/open.ts';

/** What accounts and messages are given to work with. */
export interface UsersDeps extends Pick<CoreDeps, 'database' | 'clock' | 'logger' | 'ledger' | 'gate' | 'config'> {
  /** Opened, but not running yet. */
  readonly notices: OpenedNotices;
}

/** Opens push messages, mail and accounts; notices run once all their steps are registered. */
export async function openUsers(deps: UsersDeps, run: RunArea) {
  const { database, clock, config, notices } = deps;
  const { pushKeys: keys, pushServices: services } = config;
  const push = run('push', openPush({ database, clock, keys, services }));
  const mail = run('mail', openMail(deps));
  const secrets = await openSecretBox(config);
  const accountsDeps = accountsOf(deps, notices.notices, mail.sender, secrets);
  const accounts = run('accounts', openAccounts(accountsDeps));
  notices.onDelivered(push.onDelivered);
  notices.onDelivered(securityMessages(accountsDeps));
  run('notices', notices);
  return { accountsDeps, secrets, areas: { push, mail, accounts } };
}

function accountsOf(
  { database, clock, ledger, gate, config }: UsersDeps,
  notices: Notices,
  sender: Sender,
  secrets: SecretBox | null,
): AccountsDeps {
  return {
    database,
    clock,
    sender,
    sessions: new Sessions(database, clock),
    limits: accountLimits(config.addressLimitFactor),
    secondFactor: createSecondFactor({ database, clock, notices, secrets }),
    notices,
    mode: config.mode,
    addressWaitByDefault: config.addressWait,
    invitationRequired: config.invitationRequired,
    onRegistered: [
      (tx, user) => welcome(notices, tx, user.userId),
      // Before coins are paid in: inviters are counted before balances are locked.
      async (tx, user, facts) => {
        await joinTeam(tx, user, facts, clock());
        return null;
      },
      async (tx, user) => {
        if (!user.practice) return null;
        const isStopped = (asset: string) => gate.isStopped('deposit', { assets: [asset] });
        const changed = await fundPracticeAccount(tx, ledger, user.userId, clock(), isStopped);
        return () => ledger.changed(changed);
      },
    ],
  };
}
