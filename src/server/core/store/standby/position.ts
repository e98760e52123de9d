import type { Queryable } from '../database.ts';

/** A place in PostgreSQL's log, as in `16/B374D848`: two halves in hexadecimal. */
export function logPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

interface StandbyPositionDeps {
  readonly primary: Queryable;
  readonly standby: Queryable;
  /** The process that owns the primary, as in `server_epoch`: what shows another owner is no standby of it. */
  readonly owner: string;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  /** Called when the standby begins or ceases to be read, with the reason. */
  readonly onTrust: (isTrusted: boolean, reason: unknown) => void;
}

/** The primary's log at a moment. */
interface Mark {
  readonly at: number;
  readonly position: bigint;
}

/** Marks that a lagging standby is compared with: a minute of looks. */
const marksMax = 300;

/**
 * What a standby shows. Each look notes how far the primary had written its log, and compares the notes with how far the
 * standby has replayed it: everything that was committed before the moment of a note it has passed is shown.
 */
export class StandbyPosition {
  readonly #deps: StandbyPositionDeps;
  readonly #marks: Mark[] = [];
  #shownUntil = -Infinity;
  #isTrusted = false;

  constructor(deps: StandbyPositionDeps) {
    this.#deps = deps;
  }

  /** Everything committed before this moment is shown; minus infinity while the standby is not to be read. */
  shownUntil(): number {
    return this.#shownUntil;
  }

  /** The standby failed a read: it is not read until a look succeeds. */
  distrust(reason: unknown): void {
    this.#shownUntil = -Infinity;
    this.#trust(false, reason);
  }

  /** Compares the two once. Never throws. */
  async look(): Promise<void> {
    const { primary, standby, owner, now } = this.#deps;
    try {
      // The moment comes before the question: what was committed by then is within the answer.
      const at = now();
      const { rows: written } = await primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
      this.#mark({ at, position: logPosition(written[0]?.lsn ?? '') });
      const { rows } = await standby.query<{ standby: boolean; lsn: string | null; owner: string | null }>(
        `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn,
                (SELECT owner FROM server_epoch) AS owner`,
      );
      const seen = rows[0];
      if (seen?.standby !== true || seen.lsn === null) throw new Error('it is no standby');
      if (seen.owner !== owner) throw new Error('it is the standby of another PostgreSQL, or far behind');
      this.#replayed(logPosition(seen.lsn));
      this.#trust(true, null);
    } catch (error) {
      this.distrust(error);
    }
  }

  #mark(mark: Mark): void {
    this.#marks.push(mark);
    if (this.#marks.length > marksMax) this.#marks.shift();
  }

  #replayed(position: bigint): void {
    while (this.#marks[0] !== undefined && this.#marks[0].position <= position) {
      this.#shownUntil = this.#marks.shift()?.at ?? this.#shownUntil;
    }
  }

  #trust(isTrusted: boolean, reason: unknown): void {
    if (isTrusted === this.#isTrusted) return;
    this.#isTrusted = isTrusted;
    this.#deps.onTrust(isTrusted, reason);
  }
}
