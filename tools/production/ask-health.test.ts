import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { isHealthy } from './ask-health.ts';

it('takes 200 for healthy, and nothing else', async () => {
  const server = createServer((request, response) => {
    response.statusCode = { '/livez': 200, '/servez': 404 }[request.url ?? ''] ?? 503;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await isHealthy('/livez', port)).toBe(true);
  expect(await isHealthy('/readyz', port)).toBe(false);
  expect(await isHealthy('/servez', port)).toBe(false);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  expect(await isHealthy('/livez', port)).toBe(false);
});
