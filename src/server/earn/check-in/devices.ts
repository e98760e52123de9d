import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { rateLimitWaitMs, countAttempt } from '#server/accounts/rate-limits/rate-limit.ts';
import { secretHash } from '#server/accounts/rate-limits/secret-hash.ts';

/** Rewards that a network takes in an hour. Mobile carriers share addresses: whoever is one too many waits. */
export const rewardsOfNetwork = { most: 20, windowMs: hourMs } as const;

/** Claims are needed for their day, and a while to look at. */
const keptMs = 7 * dayMs;

/** From where a reward is asked for. */
interface Claim extends Pick<RequestFacts, 'address' | 'userAgent'> {
  readonly owner: bigint;
  readonly day: number;
  readonly at: number;
  /** The name that the app keeps on the device; absent from other programs. */
  readonly device: string | undefined;
}

/**
 * Takes the one reward of a day that a device has. A program that names no device counts as the device of its description
 * in its network.
 *
 * @throws Refusal `alreadySignedIn` with `by: 'device'` when the device had its reward, `verificationTooOften` when its
 *   network takes too many
 */
export async function claimOnDevice(
  tx: Transaction,
  { owner, day, at, device, address, userAgent }: Claim,
): Promise<void> {
  const named = secretHash('sign-in device', device ?? `${address}\n${userAgent}`);
  const { rowCount } = await tx.client.query(
    `INSERT INTO sign_in_devices (day, device, owner, expires_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [day, named, owner, at + keptMs],
  );
  if (rowCount === 0) throw new Refusal('alreadySignedIn', { by: 'device' });
  const ofNetwork = { kind: 'sign-in-rewards-of-network', address };
  if (await countAttempt(tx, ofNetwork, rewardsOfNetwork, at)) return;
  throw new Refusal('verificationTooOften', { waitMs: await rateLimitWaitMs(tx, ofNetwork, at) });
}
