import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import type { StreamServer } from '#server/stream/stream-server.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
const root = path.join(import.meta.dirname, 'pages');

/** Builds one of the pages of `pages/` with its workers, as the app is built; returns where it lies and how to remove it. */
export async function buildPage(name: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stream-page-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'import.meta.env.API_BASE': '"/api/"', 'import.meta.env.STREAM_BASE': '"/stream"' },
    worker: { format: 'es' },
    build: { outDir: folder, target: 'es2022', rolldownOptions: { input: path.join(root, `${name}.html`) } },
  });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Serves a built page and a stream on one port, so that the page is of the stream's own origin. */
export async function servePage(
  folder: string,
  stream: StreamServer,
): Promise<{ address: string; close: () => Promise<void> }> {
  const answer = async (url: string, response: ServerResponse) => {
    const name = new URL(url, 'http://127.0.0.1').pathname;
    try {
      const bytes = await readFile(path.join(folder, path.normalize(name)));
      response.writeHead(200, { 'content-type': types[path.extname(name)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => void answer(request.url ?? '/', response));
  stream.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await stream.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
