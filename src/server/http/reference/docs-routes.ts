import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { documentsOf } from './documents.ts';
import { fixedText, type FixedText } from '../compression.ts';

/** Where the calls and the stream live, as in `/api/` and `/stream`. */
interface DocsBases {
  readonly apiBase: string;
  readonly streamBase: string;
}

const yearSeconds = 365 * 86_400;
/** Documents change with the build: cached, but revalidated. */
const askedAgain = 'public, no-cache';

/**
 * Serves the API's OpenAPI document and its HTML page. Both are generated when the first of them is asked for, on a thread of their own. The
 * stylesheet is named by content hash, so it is immutable.
 */
export function registerDocs(api: FastifyInstance, { apiBase, streamBase }: DocsBases): void {
  const styles = readFileSync(new URL('page/docs.css', import.meta.url), 'utf8');
  const stylesName = `docs-${createHash('sha256').update(styles).digest('base64url').slice(0, 16)}.css`;
  const documents = () => documentsOf({ apiBase, streamBase, styles: apiBase + stylesName });
  const serve = (url: string, text: () => Promise<string>, type: string, cacheRule: string) => {
    let answer: Promise<FixedText> | null = null;
    api.get(url, async (request, reply) => {
      answer ??= text().then(fixedText);
      const answered = await answer;
      reply.header('cache-control', cacheRule).type(`${type}; charset=utf-8`);
      return answered(request, reply);
    });
  };
  serve('/openapi.json', async () => (await documents()).document, 'application/json', askedAgain);
  serve('/docs', async () => (await documents()).page, 'text/html', askedAgain);
  const isForever = `public, max-age=${yearSeconds}, immutable`;
  serve(`/${stylesName}`, () => Promise.resolve(styles), 'text/css', isForever);
}
