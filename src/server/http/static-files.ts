import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built page, or an empty text when nothing was built: then only API and stream are served. */
export function readIndexHtml(appDirectory: string | null): string {
  const path = appDirectory === null ? null : join(appDirectory, 'index.html');
  return path !== null && existsSync(path) ? readFileSync(path, 'utf8') : '';
}

const hashedAsset = /-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/;

/** How long a file of the app may be kept: a hashed name never changes its content, any other may. */
export function fileCacheRule(path: string): string {
  const isHashed = path.includes(`${sep}assets${sep}`) && hashedAsset.test(path);
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Serves the built app, compressed beforehand where the build did so. What is not there is a 404 and never
 * the page: a missing chunk that came back as HTML would be kept as a script.
 */
export function registerStaticFiles(app: FastifyInstance, appDirectory: string): void {
  app.register(fastifyStatic, {
    root: appDirectory,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    redirect: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', fileCacheRule(path));
      if (path.endsWith('sw.js') || /sw\.js\.(?:br|gz)$/.test(path)) reply.header('service-worker-allowed', '/');
    },
  });
}
