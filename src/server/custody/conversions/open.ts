import { randomBytes } from 'node:crypto';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Closers } from '../../core/jobs/closers.ts';
import { repeat } from '../../core/jobs/repeating.ts';
import type { Logger } from '../../core/log/log.ts';
import { createConvertHandlers } from './calls.ts';
import type { ConversionDeps } from './deps.ts';
import { sweepQuotes } from './quotes.ts';

const sweepEveryMs = 10 * minuteMs;
const quoteIdBytes = 18;

/** Conversions between coins, with the timer that removes expired quotes. */
export function openConversions(
  deps: Omit<ConversionDeps, 'quoteId'> & { readonly logger: Logger; readonly closers: Closers },
) {
  const { database, clock, logger, closers } = deps;
  const sweeping = repeat(logger, 'sweep quotes', sweepEveryMs, () => sweepQuotes(database.pool, clock()));
  closers.add('conversions', () => sweeping.close());
  const quoteId = () => randomBytes(quoteIdBytes).toString('base64url');
  return { handlers: createConvertHandlers({ ...deps, quoteId }) };
}
