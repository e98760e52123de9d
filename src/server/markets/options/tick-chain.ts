import { createHash } from 'node:crypto';
import type { ProvenTick, TickEntropy, TickProof } from '#protocol/options/entities.ts';
import { firstPreviousHash, tickText } from '#protocol/options/maths/option-ticks.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';

/** Ticks removed per batch. */
const clearedAtOnceMax = 20_000;

/** A tick to be appended to a coin's chain. */
export interface NewTick {
  readonly coin: string;
  readonly at: number;
  readonly price: string;
  /** The draw of a simulated price. */
  readonly entropy?: TickEntropy | undefined;
}

interface StoredTick extends Pick<ProvenTick, 'price' | 'previous' | 'hash'> {
  readonly coin: string;
  readonly seq: string;
  readonly at: string;
  readonly entropy: TickEntropy | null;
}

/**
 * The hash chains of index ticks, one per coin. One writer: `append` inside its transaction, `keep` after the commit.
 */
export class TickChain {
  readonly #last = new Map<string, ProvenTick>();

  /** Continues from the end of the log, at the start and whenever it is unknown which of the last ticks are durable. */
  async load({ pool }: Pick<Database, 'pool'>): Promise<void> {
    const { rows } = await pool.query<StoredTick>(
      'SELECT DISTINCT ON (coin) * FROM option_ticks ORDER BY coin, seq DESC',
    );
    this.#last.clear();
    for (const { coin, seq, at, entropy, ...rest } of rows) {
      this.#last.set(coin, { ...rest, seq: Number(seq), at: Number(at), ...(entropy === null ? {} : { entropy }) });
    }
  }

  /**
   * Writes the next tick of each coin.
   *
   * @returns their proofs by coin; not valid before `keep`
   */
  async append(tx: Transaction, ticks: readonly NewTick[]): Promise<ReadonlyMap<string, TickProof>> {
    const proofs = new Map(ticks.map((tick) => [tick.coin, this.#proofOf(tick)]));
    const rows = [...proofs].map(([coin, { deciding }]) => ({ coin, ...deciding }));
    await tx.client.query(
      `INSERT INTO option_ticks (coin, seq, at, price, previous, hash, entropy)
       SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::jsonb[])`,
      [
        rows.map(({ coin }) => coin),
        rows.map(({ seq }) => seq),
        rows.map(({ at }) => at),
        rows.map(({ price }) => price),
        rows.map(({ previous }) => previous),
        rows.map(({ hash }) => hash),
        rows.map(({ entropy }) => (entropy === undefined ? null : JSON.stringify(entropy))),
      ],
    );
    return proofs;
  }

  /** Applies what was committed. */
  keep(proofs: ReadonlyMap<string, TickProof>): void {
    for (const [coin, { deciding }] of proofs) this.#last.set(coin, deciding);
  }

  #proofOf({ coin, at, price, entropy }: NewTick): TickProof {
    const before = this.#last.get(coin) ?? null;
    const seq = (before?.seq ?? 0) + 1;
    const previous = before?.hash ?? firstPreviousHash;
    const tick = { seq, at, price, previous, ...(entropy === undefined ? {} : { entropy }) };
    const hash = createHash('sha256')
      .update(tickText({ coin, ...tick }))
      .digest('hex');
    return { before, deciding: { ...tick, hash } };
  }
}

/**
 * Deletes ticks older than `before`; those that decided a round are stored with the round. @returns the number deleted
 */
export async function clearOldTicks({ pool }: Pick<Database, 'pool'>, before: number): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM option_ticks WHERE ctid IN (SELECT ctid FROM option_ticks WHERE at < $1 LIMIT ${clearedAtOnceMax})`,
    [before],
  );
  return rowCount ?? 0;
}
