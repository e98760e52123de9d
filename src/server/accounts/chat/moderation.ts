import type { Database } from '../../core/store/database.ts';
import { actionLog } from './action-log.ts';
import { groupActions } from './group-actions.ts';
import { memberActions } from './member-actions.ts';

/** Moderation of the chat. Each action and its log entry are one transaction; the exchange follows the log. */
export interface Moderation {
  /** Creates a group. `members` groups are visible only to users the operator adds. Returns its id. */
  make(name: string, kind: 'open' | 'password' | 'members', password: string | null): Promise<bigint>;
  /** Sets the password of the community (group null) or of a group; null removes that of the community. */
  password(group: bigint | null, password: string | null): Promise<void>;
  /** Sets the operator's own rules, which all users must accept again. Null restores the app's rules alone. */
  rules(text: string | null): Promise<number>;
  /** Adds a user to a group, or removes the user permanently. */
  member(group: bigint, user: bigint, isIn: boolean): Promise<void>;
  /**
   * Mutes a user in one group, or in all current and future groups (null). Unmuting in all groups also unmutes in each;
   * unmuting in one group leaves a global mute in place.
   *
   * @param until epoch milliseconds; null unmutes
   * @returns until when the user is now muted there; null when not muted
   */
  mute(user: bigint, group: bigint | null, until: number | null, words: string): Promise<number | null>;
  /** Says something to both sides of an order in its conversation. False for an order without one, or that has ended. */
  sayToOrder(order: bigint, text: string): Promise<boolean>;
  remove(group: bigint, number: number, words: string): Promise<void>;
  ban(user: bigint, isBanned: boolean, words: string): Promise<void>;
  close(isClosed: boolean): Promise<void>;
}

/**
 * @param who the operator's name, for the log
 * @throws Refusal `notFound` for a missing target, `alreadyProcessed` when nothing would change
 */
export function createModeration(database: Database, clock: () => number, who: string): Moderation {
  const run = actionLog(database, clock, who);
  return { ...groupActions(run, clock), ...memberActions(run, clock) };
}
