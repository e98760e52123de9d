import { createChangeFollower } from '../changed-rows.ts';
import { changedSettings, isTrading, type SettingsRow } from '../merchants/settings.ts';
import { changedTraders, type TraderChange } from '../merchants/standing.ts';
import type { AdvertBoard } from './board.ts';
import type { AdvertsDeps } from './deps.ts';

/** What shows adverts: changes that this process committed are put there at once, others are followed. */
export interface ShownAdverts {
  readonly board: Pick<AdvertBoard, 'put'>;
  readonly merchants: Pick<TradingMerchants, 'putStanding'>;
}

/** Which merchants trade now, and with whom, in memory: what the board leaves out of what it lists. */
export class TradingMerchants {
  readonly #settings = new Map<bigint, SettingsRow>();
  /** The standing of merchants as of its last change: whoever is not there never had a deposit. */
  readonly #standing = new Map<bigint, TraderChange>();
  /** Merchants with opening hours, and whether they traded at the last look: time alone changes that of no others. */
  readonly #withHours = new Map<bigint, { readonly settings: SettingsRow; traded: boolean }>();
  readonly #board: Pick<AdvertBoard, 'merchantsChanged'>;
  readonly #clock: () => number;

  constructor(board: Pick<AdvertBoard, 'merchantsChanged'>, clock: () => number) {
    this.#board = board;
    this.#clock = clock;
  }

  /** Takes settings as they are stored now; older ones change nothing. */
  put(row: SettingsRow): void {
    const before = this.#settings.get(row.owner);
    if (before !== undefined && before.updatedAt >= row.updatedAt) return;
    this.#settings.set(row.owner, row);
    if (row.hours === null) this.#withHours.delete(row.owner);
    else this.#withHours.set(row.owner, { settings: row, traded: isTrading(row, this.#clock()) });
    this.#board.merchantsChanged(new Set([row.owner]));
  }

  /** Takes a merchant's standing as it is stored now; an older one changes nothing. */
  putStanding(change: TraderChange): void {
    const before = this.#standing.get(change.owner);
    if (before !== undefined && before.updatedAt >= change.updatedAt) return;
    this.#standing.set(change.owner, change);
    if ((before?.mayTrade ?? true) !== change.mayTrade) this.#board.merchantsChanged(new Set([change.owner]));
  }

  /** Whether a merchant's adverts are listed for somebody now; for people at large where the taker is null. */
  serves(owner: bigint, taker: bigint | null): boolean {
    if (this.#standing.get(owner)?.mayTrade === false) return false;
    const settings = this.#settings.get(owner);
    if (settings === undefined) return true;
    return isTrading(settings, this.#clock()) && (taker === null || !settings.blocked.includes(taker));
  }

  /** Notifies the board of merchants whose opening hours have begun or ended since the last look. */
  followHours(): void {
    const now = this.#clock();
    const turned = new Set<bigint>();
    for (const [owner, one] of this.#withHours) {
      if (isTrading(one.settings, now) === one.traded) continue;
      one.traded = !one.traded;
      turned.add(owner);
    }
    if (turned.size > 0) this.#board.merchantsChanged(turned);
  }
}

/** Keeps the settings and the standing of all merchants at what is stored, and their opening hours at the time. */
export function createMerchantsFollower({ database }: Pick<AdvertsDeps, 'database'>, merchants: TradingMerchants) {
  const followSettings = createChangeFollower({
    since: 0,
    read: (from, size) => changedSettings(database.pool, from, size),
    idOf: ({ owner }) => owner,
    put: (row) => merchants.put(row),
  });
  const followStanding = createChangeFollower({
    since: 0,
    read: (from, size) => changedTraders(database.pool, from, size),
    idOf: ({ owner }) => owner,
    put: (change) => merchants.putStanding(change),
  });
  return async function follow(): Promise<void> {
    await followSettings();
    await followStanding();
    merchants.followHours();
  };
}
