import type { Clock } from '../clock.ts';
import type { Closers } from '../closers.ts';
import type { Logger } from '../log.ts';
import { repeat } from '../repeating.ts';
import type { Database } from '../store/database.ts';
import { createFiles } from './files.ts';
import { createFileHandlers } from './handlers.ts';

const sweepEveryMs = 10 * 60_000;

/** The files of a running exchange: its call, and the sweep of what nothing uses. */
export function openFiles(ground: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly closers: Closers;
}) {
  const files = createFiles(ground.database, ground.clock);
  const sweeping = repeat(ground.logger, 'sweep files', sweepEveryMs, () => files.sweep());
  ground.closers.add('files', () => sweeping.close());
  return { files, handlers: createFileHandlers({ ...ground, files }) };
}
