import type { Clock } from './core/clock/clock.ts';
import { contractsAudit } from './markets/contracts/audit.ts';
import { depositsAudit } from './custody/deposits/audit.ts';
import { fixedAudit } from './earn/fixed/audit.ts';
import type { AuditPart } from './core/ledger/audit-parts.ts';
import { launchAudit } from './earn/launch/audit.ts';
import { optionsAudit } from './markets/options/audit.ts';
import { advertsAudit } from './otc/adverts/audit.ts';
import { miningAudit } from './earn/mining/audit.ts';
import { ordersAudit } from './otc/orders/audit.ts';
import { merchantsAudit } from './otc/merchants/audit.ts';
import { signInAudit } from './earn/sign-in/audit.ts';
import { teamAudit } from './earn/team/audit.ts';
import { loansAudit } from './earn/loans/audit.ts';
import { robotsAudit } from './markets/robots/audit.ts';
import { spotAudit } from './markets/spot/audit.ts';
import { withdrawalsAudit } from './custody/withdrawals/audit.ts';

/** The audit parts of all areas: together they account for everything frozen or locked. */
export function auditParts(clock: Clock): AuditPart[] {
  return [
    spotAudit,
    withdrawalsAudit,
    depositsAudit,
    contractsAudit(clock),
    optionsAudit,
    merchantsAudit,
    advertsAudit,
    ordersAudit,
    signInAudit,
    teamAudit,
    fixedAudit,
    miningAudit,
    launchAudit,
    loansAudit,
    robotsAudit,
  ];
}
