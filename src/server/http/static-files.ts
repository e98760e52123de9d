import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built page, or an empty text when nothing was built: then only API and stream are served. */
export function readIndexHtml(appDirectory: string | null): string {
  const path = appDirectory === null ? null : join(appDirectory, 'index.html');
  return path !== null && existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The page, also as it was compressed. */
const page = /[\\/]index\.html(?:\.(?:br|gz))?$/;
const hashedAsset = /-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/;

/** How long a file of the app may be kept: a hashed name never changes its content, any other may. */
export function fileCacheRule(path: string): string {
  const isHashed = path.includes(`${sep}assets${sep}`) && hashedAsset.test(path);
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Serves the built app, compressed beforehand where the build did so. A missing file is a 404 and never the page: a
 * missing chunk answered with HTML would be cached as a script.
 *
 * @param policyOf the content security policy of a page. It names the page's inline scripts by hash, so the page is
 *   served with the policy of its own build, even when a newer one is deployed while the exchange runs
 */
export function registerStaticFiles(
  app: FastifyInstance,
  appDirectory: string,
  policyOf: (indexHtml: string) => string,
): void {
  let served = { at: -1, policy: '' };
  const pagePolicy = () => {
    const at = statSync(join(appDirectory, 'index.html')).mtimeMs;
    if (at !== served.at) served = { at, policy: policyOf(readIndexHtml(appDirectory)) };
    return served.policy;
  };
  app.register(fastifyStatic, {
    root: appDirectory,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    redirect: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', fileCacheRule(path));
      if (page.test(path)) reply.header('content-security-policy', pagePolicy());
      if (path.endsWith('sw.js') || /sw\.js\.(?:br|gz)$/.test(path)) reply.header('service-worker-allowed', '/');
    },
  });
}
