import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';

/** What is given to persons, not to accounts: one person with forty accounts gets it once. */
export const personalBenefits = ['sign-in reward', 'referral rebate', 'launch allotment', 'miner per person'] as const;
export type PersonalBenefit = (typeof personalBenefits)[number];

/** Who asks for what. */
export interface PersonAsking {
  readonly mode: 'practice' | 'live';
  readonly owner: bigint;
  readonly benefit: PersonalBenefit;
}

/**
 * Checks that a benefit goes to a person: in live mode the account has a verified identity, and a document belongs to one
 * account (`verifications_one_account`). Practice mode pays nothing real and verifies nobody.
 *
 * @throws Refusal `noRealName`
 */
export async function requirePerson(tx: Transaction, { mode, owner, benefit }: PersonAsking): Promise<void> {
  if (mode !== 'live') return;
  const { rows } = await tx.client.query<{ verification: string }>('SELECT verification FROM users WHERE id = $1', [
    owner,
  ]);
  if (rows[0]?.verification !== 'verified') throw new Refusal('noRealName', { benefit });
}
