import { randomBytes } from 'node:crypto';
import type { Closers } from '../closers.ts';
import type { Logger } from '../log.ts';
import { repeat } from '../repeating.ts';
import { createMovesHandlers } from './handlers.ts';
import type { MovesDeps } from './moves-deps.ts';
import { sweepQuotes } from './quotes.ts';

const sweepEveryMs = 10 * 60_000;
const quoteIdBytes = 18;

/** Moves inside the exchange, with the timer that forgets ended quotes. */
export function openMoves(deps: Omit<MovesDeps, 'quoteId'> & { readonly logger: Logger; readonly closers: Closers }) {
  const { database, clock, logger, closers } = deps;
  const sweeping = repeat(logger, 'sweep quotes', sweepEveryMs, () => sweepQuotes(database.pool, clock()));
  closers.add('moves', () => sweeping.close());
  const quoteId = () => randomBytes(quoteIdBytes).toString('base64url');
  return { handlers: createMovesHandlers({ ...deps, quoteId }) };
}
