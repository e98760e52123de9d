import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../access.ts';
import { RequestFault } from '#server/core/failures/request-fault.ts';
import { contentImageName } from '#server/content/content-image.ts';
import type { SessionGate } from '#server/core/session-gate.ts';

/** What serving users their files needs. */
export interface FileRouteDeps {
  readonly sessions: SessionGate;
  /** The bytes of a user's own file (JPEG), or null. */
  readonly readFile: (owner: bigint, id: string) => Promise<Buffer | null>;
  /** The bytes of an article's public picture, or null. */
  readonly readContentImage: (name: string) => Promise<Buffer | null>;
}

const fileId = /^[\w-]{22}$/;
const yearSeconds = 365 * 86_400;
/** However a browser interprets a file, it may load, run and embed nothing. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Serves a user's own files below the file base, and below `content/` the pictures of articles. Anything else is a 404,
 * and for own files they are indistinguishable: without a session, with another user's file, with an unknown or invalid
 * id.
 */
export function registerFileRoute(
  scope: FastifyInstance,
  { sessions, readFile, readContentImage }: FileRouteDeps,
): void {
  scope.get<{ Params: { id: string } }>('/:id', async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    const holder = token === null ? null : await sessions.lookUp(token, 'read');
    const { id } = request.params;
    const bytes = holder !== null && fileId.test(id) ? await readFile(holder.userId, id) : null;
    if (bytes === null) throw new RequestFault(404, 'notFound', 'No such file of this person');
    return reply
      .headers({
        'content-type': 'image/jpeg',
        'content-disposition': 'inline',
        'content-security-policy': filePolicy,
        'cache-control': 'no-store',
      })
      .send(bytes);
  });
  scope.get<{ Params: { name: string } }>('/content/:name', async (request, reply) => {
    const { name } = request.params;
    const bytes = contentImageName.test(name) ? await readContentImage(name) : null;
    if (bytes === null) throw new RequestFault(404, 'notFound', 'No such picture');
    return reply
      .headers({
        'content-type': name.endsWith('.png') ? 'image/png' : 'image/jpeg',
        'content-disposition': 'inline',
        'content-security-policy': filePolicy,
        // The name is a hash of the picture, so it never changes.
        'cache-control': `public, max-age=${yearSeconds}, immutable`,
      })
      .send(bytes);
  });
}
