import type { Clock } from '../core/clock/clock.ts';
import { contractsAudit } from '../markets/contracts/audit.ts';
import { depositsAudit } from '../custody/deposits/audit.ts';
import { fixedTermsAudit } from '../earn/fixed-terms/audit.ts';
import type { AuditPart } from '../core/ledger/audit-parts.ts';
import { launchpadAudit } from '../earn/launchpad/audit.ts';
import { optionsAudit } from '../markets/options/audit.ts';
import { advertsAudit } from '../p2p/adverts/audit.ts';
import { miningAudit } from '../earn/mining/audit.ts';
import { ordersAudit } from '../p2p/orders/audit.ts';
import { merchantsAudit } from '../p2p/merchants/audit.ts';
import { checkInAudit } from '../earn/check-in/audit.ts';
import { referralsAudit } from '../earn/referrals/audit.ts';
import { loansAudit } from '../earn/loans/audit.ts';
import { robotsAudit } from '../markets/robots/audit.ts';
import { testChainAudit } from '../practice/test-chain/audit.ts';
import { spotAudit } from '../markets/spot/audit.ts';
import { transfersAudit } from '../custody/transfers/audit.ts';
import { withdrawalsAudit } from '../custody/withdrawals/audit.ts';

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
    checkInAudit,
    referralsAudit,
    fixedTermsAudit,
    miningAudit,
    launchpadAudit,
    loansAudit,
    robotsAudit,
    transfersAudit,
    testChainAudit,
  ];
}
