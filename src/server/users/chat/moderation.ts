import type { Database } from '../../core/store/database.ts';
import { deedLog } from './deed-log.ts';
import { groupDeeds } from './group-deeds.ts';
import { memberDeeds } from './member-deeds.ts';

/** The operator's side of the chat. Each deed is done and written down in one transaction; the exchange follows the log. */
export interface Moderation {
  /** Makes a group. `members` groups are seen by whom the operator adds. Returns its id. */
  make(name: string, kind: 'open' | 'password' | 'members', password: string | null): Promise<bigint>;
  /** Sets the password of the community (group null) or of a group; null takes that of the community away. */
  password(group: bigint | null, password: string | null): Promise<void>;
  /** The operator's own rules; everybody accepts them again. Null leaves those of the app alone. */
  rules(text: string | null): Promise<number>;
  /** Puts a user into a group, or shows the user out of it for good. */
  member(group: bigint, user: bigint, isIn: boolean): Promise<void>;
  /**
   * Silences a user in one group, or in every group there is and will be (null). Ended in all, it is ended in each;
   * ended in one group, what holds in all of them stays.
   *
   * @param until epoch milliseconds; null ends it
   * @returns until when the user is silent there now; null when not at all
   */
  mute(user: bigint, group: bigint | null, until: number | null, words: string): Promise<number | null>;
  remove(group: bigint, number: number, words: string): Promise<void>;
  ban(user: bigint, isBanned: boolean, words: string): Promise<void>;
  close(isClosed: boolean): Promise<void>;
}

/**
 * @param who the operator's name, for the log
 * @throws Refusal `notFound` from every deed about what is not there, `alreadyProcessed` when nothing would change
 */
export function createModeration(database: Database, clock: () => number, who: string): Moderation {
  const deed = deedLog(database, clock, who);
  return { ...groupDeeds(deed, clock), ...memberDeeds(deed, clock) };
}
