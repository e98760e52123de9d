import type { Decimal } from '#protocol/core/decimal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { jumps, ratesInAnswer } from './rules.ts';
import { type RateRow, columns, storedRate, replaceRate } from './store.ts';

const answerWithinMs = 10_000;
/** Two hundred currencies take a tenth of it. */
const answerMaxBytes = 64 * 1_024;

/**
 * Asks a source for its rates: units of each currency for one US dollar.
 *
 * @throws Error when it does not answer in time, answers anything but a success, too much, or in another form
 */
export async function fetchRates(url: string): Promise<ReadonlyMap<string, Decimal>> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`the source of the rates answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > answerMaxBytes) throw new Error('the source of the rates answered too much');
    chunks.push(chunk);
  }
  return ratesInAnswer(Buffer.concat(chunks).toString('utf8'));
}

/** What became of a rate of the source. */
type SourcedOutcome = 'applied' | 'confirmed' | 'held' | 'pinned';

/**
 * Takes up rates of the source. One that differs by more than `percentMax` of the last is held for an operator’s word,
 * and that of an operator stays as long as it counts.
 */
export async function writeSourcedRates(
  tx: Transaction,
  sourced: ReadonlyMap<string, Decimal>,
  { at, percentMax }: { readonly at: number; readonly percentMax: number },
): Promise<ReadonlyMap<string, SourcedOutcome>> {
  const { rows } = await tx.client.query<RateRow>(
    `SELECT ${columns} FROM platform_rates WHERE currency = ANY($1) ORDER BY currency FOR UPDATE`,
    [[...sourced.keys()]],
  );
  const outcomes = new Map<string, SourcedOutcome>();
  for (const before of rows.map(storedRate)) {
    const rate = sourced.get(before.currency);
    if (rate === undefined) continue;
    const isPinned = before.origin === 'operator' && before.until !== null && before.until > at;
    const outcome = isPinned
      ? 'pinned'
      : jumps(before.rate, rate, percentMax)
        ? 'held'
        : before.rate === rate
          ? 'confirmed'
          : 'applied';
    outcomes.set(before.currency, outcome);
    if (outcome === 'held') {
      await tx.client.query('UPDATE platform_rates SET held_rate = $2, held_at = $3 WHERE currency = $1', [
        before.currency,
        rate,
        at,
      ]);
    } else if (outcome !== 'pinned') {
      await replaceRate(tx, { currency: before.currency, rate, at, origin: 'source', until: null }, before.rate);
    }
  }
  return outcomes;
}
