import type { FastifyInstance } from 'fastify';
import { compressText } from './compression.ts';
import type { BuiltPage } from './files/static-files.ts';

/**
 * Serves the page at `/` with the data a visitor's home begins with. That data is a second old at most, so the answer is
 * stored nowhere; the service worker keeps `/index.html`, which is the same page without it.
 *
 * @param dataBlock the data as an element, or an empty text
 */
export function registerPage(app: FastifyInstance, page: () => BuiltPage, dataBlock: () => Promise<string>): void {
  app.get('/', async (request, reply) => {
    const { html, policy } = page();
    const block = await dataBlock();
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    });
    return compressText(
      request,
      reply,
      html.replace('</body>', () => `${block}</body>`),
    );
  });
}
