import type { Queryable } from '../../core/store/database.ts';
import { changedSettings, isTrading, type SettingsRow } from '../merchants/settings.ts';
import type { AdvertBoard } from './board.ts';

/** Settings read at once. */
const readAtOnce = 1_000;
/** As of the board's follower: a transaction that stamped its change may commit this much later. */
const lateCommitMs = 10_000;

/** Which merchants trade now, and with whom, in memory: what the board leaves out of what it lists. */
export class TradingMerchants {
  readonly #settings = new Map<bigint, SettingsRow>();
  /** Merchants whose adverts rest, as of the last look. */
  #resting = new Set<bigint>();
  #newest = 0;
  readonly #board: AdvertBoard;
  readonly #clock: () => number;

  constructor(board: AdvertBoard, clock: () => number) {
    this.#board = board;
    this.#clock = clock;
  }

  /** Takes settings as they are stored now; older ones change nothing. */
  put(row: SettingsRow): void {
    const before = this.#settings.get(row.owner);
    if (before !== undefined && before.updatedAt >= row.updatedAt) return;
    this.#settings.set(row.owner, row);
    this.#newest = Math.max(this.#newest, row.updatedAt);
    this.#board.merchantsChanged(new Set([row.owner]));
  }

  /** Whether a merchant's adverts are listed for somebody now; for people at large where the taker is null. */
  serves(owner: bigint, taker: bigint | null): boolean {
    const settings = this.#settings.get(owner);
    if (settings === undefined) return true;
    return isTrading(settings, this.#clock()) && (taker === null || !settings.blocked.includes(taker));
  }

  /** Reads what changed in the store, and tells the board whose opening hours have begun or ended. */
  async follow(client: Queryable): Promise<void> {
    let [since, owner] = [this.#newest - lateCommitMs, 0n];
    for (;;) {
      const rows = await changedSettings(client, since, owner, readAtOnce);
      for (const row of rows) this.put(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < readAtOnce) break;
      [since, owner] = [last.updatedAt, last.owner];
    }
    const now = this.#clock();
    const resting = new Set([...this.#settings.values()].flatMap((one) => (isTrading(one, now) ? [] : [one.owner])));
    const turned = new Set([...resting, ...this.#resting].filter((one) => resting.has(one) !== this.#resting.has(one)));
    this.#resting = resting;
    if (turned.size > 0) this.#board.merchantsChanged(turned);
  }
}
