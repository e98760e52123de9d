import type { CoreDeps } from '../core/areas/core-deps.ts';
import type { RunArea } from '../core/areas/run-area.ts';
import { joinTeam } from '../earn/referrals/joining.ts';
import { fundPracticeAccount } from '../custody/wallets/practice-coins.ts';
import { accountLimits } from '../accounts/rate-limits/account-limits.ts';
import type { AccountDeps } from '../accounts/account/deps.ts';
import { openAccount } from '../accounts/account/open.ts';
import { createSecondFactor } from '../accounts/account/second-factor/second-factor.ts';
import { openSecretBox, type SecretBox } from '../core/secrets/secret-box.ts';
import { securityMessages } from '../accounts/account/security-messages.ts';
import { Sessions } from '../accounts/account/sessions.ts';
import { openMail } from '../accounts/mail/open.ts';
import type { Sender } from '../accounts/mail/sender.ts';
import type { Notices } from '../accounts/notices/notices.ts';
import type { OpenedNotices } from '../accounts/notices/open.ts';
import { welcome } from '../accounts/notices/welcome.ts';
import { openPush } from '../accounts/push/open.ts';

interface AccountsDeps extends Pick<CoreDeps, 'database' | 'clock' | 'logger' | 'ledger' | 'gate' | 'config'> {
  /** Opened, but not running yet. */
  readonly notices: OpenedNotices;
}

/** Opens push messages, mail and accounts; notices run once all their steps are registered. */
export async function openAccounts(deps: AccountsDeps, run: RunArea) {
  const { database, clock, config, notices } = deps;
  const { pushKeys: keys, pushServices: services } = config;
  const push = run('push', openPush({ database, clock, keys, services }));
  const mail = run('mail', openMail(deps));
  const secrets = await openSecretBox(config);
  const accountsDeps = accountsOf(deps, notices.notices, mail.sender, secrets);
  const accounts = run('accounts', openAccount(accountsDeps));
  notices.onDelivered(push.onDelivered);
  notices.onDelivered(securityMessages(accountsDeps));
  run('notices', notices);
  return { accountsDeps, secrets, areas: { push, mail, accounts } };
}

function accountsOf(
  { database, clock, ledger, gate, config }: AccountsDeps,
  notices: Notices,
  sender: Sender,
  secrets: SecretBox | null,
): AccountDeps {
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
