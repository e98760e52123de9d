import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { Family } from './messages.ts';

/** The writer of a family's markets in the process that owns the data: it writes those that no other engine runs. */
export interface OwnWriter<Of extends Family> {
  /** Whether it writes a market now. */
  has(market: string): boolean;
  /**
   * @throws Refusal `busyRetry` when it was certainly not done, or another one of the command
   * @throws OutcomeUnknown when it may have been done
   */
  submit(request: Of['request'], key: IdempotencyKey | null): Promise<Of['answer']>;
  /**
   * Writes markets from now on that another engine wrote until now, and loads them. The move is committed already.
   *
   * @param fromId ids that are assigned from now on are above it
   * @throws Refusal `busyRetry` while the store is away; they are loaded before their first command in any case
   */
  adopt(listed: readonly Of['listed'][], fromId: number): Promise<void>;
  /** Does not write a market any more. The move is committed already, and nothing of the market waits here. */
  release(market: string): void;
}
