import path from 'node:path';
import type { Area } from '../core/areas/area.ts';
import type { CoreDeps } from '../core/areas/core-deps.ts';
import { type Content, createContent } from '../content/content.ts';
import { contentSetOf, readContentFiles } from '../content/content-set.ts';
import { contentTopics } from '../content/topic.ts';
import { createContentHandlers, type ContentDeps } from './calls.ts';
import { isBundled, pushBundled } from './push-content.ts';

/** The set that ships with this version. */
export const bundledFolder = path.join(import.meta.dirname, '../../../content');

/** An operator who pushed a set sees it this soon. */
const refreshEveryMs = 2_000;

/** What publishing stands on. */
export interface PublishingDeps extends Omit<ContentDeps, 'content'>, Pick<CoreDeps, 'logger'> {}

/** What is published by a running exchange. */
export interface Publishing extends Area<ReturnType<typeof createContentHandlers>> {
  readonly content: Content;
}

/** Opens the content: brought to what this version ships, and watched for what an operator pushes. */
export async function openPublishing(deps: PublishingDeps): Promise<Publishing> {
  const { database, clock, logger } = deps;
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
  return {
    content,
    calls: createContentHandlers({ ...deps, content }),
    topics: contentTopics(content),
    jobs: [{ name: 'look for new content', everyMs: refreshEveryMs, run: () => content.refresh(), isLoggedOnly: true }],
  };
}
