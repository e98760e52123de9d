import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createLogger } from '../../core/log/log.ts';
import { openNatsBus } from './nats-bus.ts';

it('passes over a server that accepts a connection and says nothing', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // The first connection is as one whose link is cut.
    if (sockets.length > 1) greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const bus = openNatsBus(`nats://127.0.0.1:${port}`, 'test', createLogger('silent'));
  try {
    await expect.poll(() => bus.isConnected, { timeout: 4_000 }).toBe(true);
    expect(sockets.length).toBe(2);
  } finally {
    await bus.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** Does what a server does of the protocol until a client is connected. */
function greet(socket: Socket): void {
  socket.write(`INFO ${JSON.stringify({ server_id: 'test', version: '2.9.0', proto: 1, max_payload: 1_048_576 })}\r\n`);
  socket.on('data', (data: Buffer) => {
    if (data.toString().includes('PING')) socket.write('PONG\r\n');
  });
}
