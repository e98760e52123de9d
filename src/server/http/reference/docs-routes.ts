import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { fixedText } from '../compression.ts';
import { openApiDocument } from './openapi.ts';
import { docsPage } from './page/page.ts';

/** Where the calls and the stream live, as in `/api/` and `/stream`. */
export interface DocsBases {
  readonly apiBase: string;
  readonly streamBase: string;
}

const yearSeconds = 365 * 86_400;
/** Documents change with the build: cached, but revalidated. */
const askedAgain = 'public, no-cache';

interface Documents {
  readonly document: string;
  readonly page: string;
}

/** Documents of this process by their bases: slow to generate, and tests open many edges. */
const made = new Map<string, Documents>();

function documentsOf(apiBase: string, streamBase: string, styles: string): Documents {
  const bases = `${apiBase} ${streamBase}`;
  const known = made.get(bases);
  if (known !== undefined) return known;
  const document = openApiDocument(apiBase);
  const page = docsPage({ document, apiBase, streamBase, styles });
  const documents = { document: JSON.stringify(document), page };
  made.set(bases, documents);
  return documents;
}

/**
 * Serves the API's OpenAPI document and its HTML page. Both are generated here, before the exchange listens. The
 * stylesheet is named by content hash, so it is immutable.
 */
export function registerDocs(api: FastifyInstance, { apiBase, streamBase }: DocsBases): void {
  const styles = readFileSync(new URL('page/docs.css', import.meta.url), 'utf8');
  const stylesName = `docs-${createHash('sha256').update(styles).digest('base64url').slice(0, 16)}.css`;
  const { document, page } = documentsOf(apiBase, streamBase, apiBase + stylesName);
  const serve = (url: string, text: string, type: string, cacheRule: string) => {
    const answer = fixedText(text);
    api.get(url, (request, reply) => {
      reply.header('cache-control', cacheRule).type(`${type}; charset=utf-8`);
      return answer(request, reply);
    });
  };
  serve('/openapi.json', document, 'application/json', askedAgain);
  serve('/docs', page, 'text/html', askedAgain);
  serve(`/${stylesName}`, styles, 'text/css', `public, max-age=${yearSeconds}, immutable`);
}
