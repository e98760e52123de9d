import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { chosenEncoding } from '../compression.ts';
import { HashedAssets } from './hashed-assets.ts';

/** The built page, or an empty text when nothing was built: then only API and stream are served. */
export function readIndexHtml(appDirectory: string | null): string {
  const path = appDirectory === null ? null : join(appDirectory, 'index.html');
  return path !== null && existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The page, also as it was compressed. */
const page = /[\\/]index\.html(?:\.(?:br|gz))?$/;
const hashedAsset = /-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/;

const immutable = 'public, max-age=31536000, immutable';

/** How long a file of the app may be kept: a hashed name never changes its content, any other may. */
function fileCacheRule(path: string): string {
  const isHashed = path.includes(`${sep}assets${sep}`) && hashedAsset.test(path);
  return isHashed ? immutable : 'no-cache';
}

/** The built page with its content security policy. */
export interface BuiltPage {
  readonly html: string;
  readonly policy: string;
}

/**
 * The page as it is deployed, read again when a newer build took its place while the exchange runs.
 *
 * @param policyOf the content security policy of a page: it names the page's inline scripts by hash
 */
export function builtPage(appDirectory: string, policyOf: (indexHtml: string) => string): () => BuiltPage {
  let read = { at: -1, html: '', policy: '' };
  return () => {
    const at = statSync(join(appDirectory, 'index.html')).mtimeMs;
    if (at !== read.at) {
      const html = readIndexHtml(appDirectory);
      read = { at, html, policy: policyOf(html) };
    }
    return read;
  };
}

/**
 * Serves the built app, compressed beforehand where the build did so. A missing file is a 404 and never the page: a
 * missing chunk answered with HTML would be cached as a script.
 */
export function registerStaticFiles(app: FastifyInstance, appDirectory: string, builtAs: () => BuiltPage): void {
  app.register(fastifyStatic, {
    root: appDirectory,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    redirect: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', fileCacheRule(path));
      if (page.test(path)) reply.header('content-security-policy', builtAs().policy);
      if (path.endsWith('sw.js') || /sw\.js\.(?:br|gz)$/.test(path)) reply.header('service-worker-allowed', '/');
    },
  });
  registerHashedAssets(app, new HashedAssets(join(appDirectory, 'assets')));
}

/** What is not among them, and parts of a file, are left to the disk. */
function registerHashedAssets(app: FastifyInstance, assets: HashedAssets): void {
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    const isPart = request.headers.range !== undefined;
    const asset = isPart ? null : await assets.find(name, chosenEncoding(request.headers['accept-encoding']));
    if (asset === null) return reply.sendFile(join('assets', name));
    reply.headers({ 'content-type': asset.type, 'cache-control': immutable, vary: 'accept-encoding' });
    if (asset.encoding !== null) reply.header('content-encoding', asset.encoding);
    return reply.send(asset.bytes);
  });
}
