import type { Decimal } from '../../../protocol/core/decimal.ts';
import { ratesInAnswer } from './rules.ts';

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
