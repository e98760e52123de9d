import type { OwnerId } from '#protocol/core/brand.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { isHouse, robotOf } from '#server/core/ledger/account.ts';
import type { ListedPair } from '#server/core/instruments/listed.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import type { Database } from '#server/core/store/database.ts';
import { shownMinute } from '#server/accounts/notices/facts.ts';
import { writeNotices } from '#server/accounts/notices/write-notice.ts';

/** Orders that are looked at in one transaction. */
const ordersAtOnce = 500;

/**
 * Notifies owners of open orders when a pair will be delisted and their orders cancelled, once for each announced time. A
 * closing pair takes no new orders. Owners of robots are notified by their robots.
 */
export class DelistingNotices {
  readonly #deps: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock };
  /** The last order that was looked at, by pair and time of its end; after a restart all are looked at again. */
  readonly #seen = new Map<string, number>();

  constructor(deps: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }) {
    this.#deps = deps;
  }

  /** Notifies everybody who was not notified yet. Runs before orders that are due are cancelled. */
  async write(): Promise<void> {
    for (const pair of instruments.pairs) {
      if (pair.state !== 'closing' || pair.cancelsAt === null) continue;
      const name = `${pair.id} ${pair.cancelsAt}`;
      for (let seen = this.#seen.get(name) ?? 0; ;) {
        const last = await this.#tell(pair, pair.cancelsAt, seen);
        if (last === null) break;
        this.#seen.set(name, (seen = last));
      }
    }
  }

  /** @returns the last order that was looked at, or null when there are no more */
  #tell({ id, base, quote }: ListedPair, cancelsAt: number, after: number): Promise<number | null> {
    return this.#deps.database.transaction(async (tx) => {
      const { rows } = await tx.client.query<{ id: string; owner: string }>(
        `SELECT id, owner FROM spot_orders WHERE pair = $1 AND status = 'open' AND id > $2 ORDER BY id LIMIT $3`,
        [id, after, ordersAtOnce],
      );
      const last = rows.at(-1);
      if (last === undefined) return null;
      const people = [...new Set(rows.map(({ owner }) => owner))].filter((owner) => isPerson(BigInt(owner)));
      const { rows: unnotified } = await tx.client.query<{ owner: string }>(
        `INSERT INTO spot_delisting_notices (pair, owner, cancels_at) SELECT $1, unnest($2::bigint[]), $3
         ON CONFLICT DO NOTHING RETURNING owner`,
        [id, people, cancelsAt],
      );
      const at = this.#deps.clock();
      const facts = {
        pair: `${base}/${quote}`,
        ends: shownMinute(cancelsAt),
      };
      const articleKey = 'notice/orders-delisting';
      await writeNotices(
        tx,
        unnotified.map(({ owner }) => ({ owner: BigInt(owner), kind: 'trading', articleKey, facts, at })),
      );
      return Number(last.id);
    });
  }
}

function isPerson(owner: OwnerId): boolean {
  return !isHouse(owner) && robotOf(owner) === null;
}
