import path from 'node:path';
import type { Clock } from '../core/clock/clock.ts';
import type { Closers } from '../core/jobs/closers.ts';
import type { Logger } from '../core/log/log.ts';
import { repeat } from '../core/jobs/repeating.ts';
import type { Database } from '../core/store/database.ts';
import { type Content, createContent } from '../content/content.ts';
import { contentSetOf, readContentFiles } from '../content/content-set.ts';
import { isBundled, pushBundled } from './push-content.ts';

/** The set that ships with this version. */
export const bundledFolder = path.join(import.meta.dirname, '../../../content');

/** An operator who pushed a set sees it this soon. */
const refreshEveryMs = 2_000;

/** The content of a running exchange: brought to what this version ships, and watched for what an operator pushes. */
export async function openContent(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly closers: Closers;
}): Promise<Content> {
  const { database, clock, logger, closers } = deps;
  try {
    const files = await readContentFiles(bundledFolder);
    const isNew = !(await isBundled(database, files.digest));
    if (isNew && (await pushBundled(database, await contentSetOf(files), clock())))
      logger.info('the articles were brought up to date');
  } catch (error) {
    // Trading does not stand still over an article: the store keeps those of the last complete set.
    logger.error({ err: error }, 'the articles could not be brought up to date');
  }
  const content = createContent(database);
  await content.refresh();
  const watching = repeat(logger, 'look for new content', refreshEveryMs, () => content.refresh());
  closers.add('content', () => watching.close());
  return content;
}
