import path from 'node:path';
import type { Area } from '../core/areas/area.ts';
import type { CoreDeps } from '../core/areas/core-deps.ts';
import { type Content, createContent } from '../content/content.ts';
import { type ContentFiles, contentSetOf, readContentFiles } from '../content/content-set.ts';
import { contentTopics } from '../content/topic.ts';
import { createContentHandlers, type ContentDeps } from './calls.ts';
import { isBundled, pushBundled } from './push-content.ts';

/** The set shipped with this version. */
export const bundledFolder = path.join(import.meta.dirname, '../../../content');

let bundled: Promise<ContentFiles> | null = null;

/** The files of the shipped set, which are read once: they change with the build. @throws ContentError */
export function bundledFiles(): Promise<ContentFiles> {
  bundled ??= readContentFiles(bundledFolder);
  return bundled;
}

/** A pushed set is served within this time. */
const refreshEveryMs = 2_000;

interface PublishingDeps extends Omit<ContentDeps, 'content'>, Pick<CoreDeps, 'logger'> {}

/** The published content of a running exchange. */
interface Publishing extends Area<ReturnType<typeof createContentHandlers>> {
  readonly content: Content;
}

/** Opens the content: updates it to the shipped set, and watches for sets pushed by an operator. */
export async function openPublishing(deps: PublishingDeps): Promise<Publishing> {
  const { database, clock, logger } = deps;
  try {
    const files = await bundledFiles();
    const isNew = !(await isBundled(database, files.digest));
    if (isNew && (await pushBundled(database, await contentSetOf(files), clock())))
      logger.info('the articles were updated');
  } catch (error) {
    // Trading does not depend on articles: the store keeps those of the last complete set.
    logger.error({ err: error }, 'the articles could not be updated');
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
