import { randomBytes } from 'node:crypto';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Area } from '#server/core/areas/area.ts';
import { createConvertHandlers } from './calls.ts';
import type { ConversionsDeps } from './deps.ts';
import { sweepQuotes } from './store.ts';

const sweepEveryMs = 10 * minuteMs;
const quoteIdBytes = 18;

/** Opens conversions between coins; the job removes expired quotes. */
export function openConversions(
  deps: Omit<ConversionsDeps, 'quoteId'>,
): Area<ReturnType<typeof createConvertHandlers>> {
  const { database, clock } = deps;
  const quoteId = () => randomBytes(quoteIdBytes).toString('base64url');
  const sweep = () => sweepQuotes(database.pool, clock());
  return {
    calls: createConvertHandlers({ ...deps, quoteId }),
    jobs: [{ name: 'sweep quotes', everyMs: sweepEveryMs, run: sweep, isLoggedOnly: true }],
  };
}
