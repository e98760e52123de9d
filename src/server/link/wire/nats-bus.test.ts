import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { createLogger } from '../../core/log/log.ts';
import { NoReply } from './bus.ts';
import { openNatsBus } from './nats-bus.ts';

/** More than the buffers of a connection hold on this machine, in messages of a megabyte. */
const stuckMessages = 32;

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

it('sends what is said in one turn of the event loop in one write, in its order', async () => {
  const server = createServer(greet);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bus = openNatsBus(`nats://127.0.0.1:${(server.address() as AddressInfo).port}`, 'test', createLogger('silent'));
  try {
    await expect.poll(() => bus.isConnected, { timeout: 4_000 }).toBe(true);
    const write = vi.spyOn(Socket.prototype, 'write');
    const written = () => write.mock.calls.map(([data]) => Buffer.from(data).toString()).filter(hasMessages);
    const answers: Promise<unknown>[] = [];
    for (const said of ['first', 'second', 'third']) {
      bus.publish(said, Buffer.from(said));
      answers.push(bus.request(`${said}-request`, Buffer.from(said), 300).catch((error: unknown) => error));
      // As after work that waits for promises alone.
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
    await expect.poll(() => written().join('').includes('third-request')).toBe(true);
    expect(written()).toHaveLength(1);
    const subjects = [...(written()[0] ?? '').matchAll(/^PUB (\S+)/gm)].map(([, subject]) => subject);
    expect(subjects).toEqual(['first', 'first-request', 'second', 'second-request', 'third', 'third-request']);
    // Nobody answers.
    for (const answer of await Promise.all(answers)) expect(answer).toBeInstanceOf(NoReply);
  } finally {
    vi.restoreAllMocks();
    await bus.close();
    server.close();
  }
});

it('says what it was given before it stops listening', async () => {
  let received = '';
  const server = createServer((socket) => {
    socket.on('data', (data: Buffer) => (received += data.toString()));
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bus = openNatsBus(`nats://127.0.0.1:${(server.address() as AddressInfo).port}`, 'test', createLogger('silent'));
  try {
    await expect.poll(() => bus.isConnected, { timeout: 4_000 }).toBe(true);
    const end = bus.serve('asked', () => undefined);
    await expect.poll(() => received).toContain('SUB asked');
    bus.publish('leaving', Buffer.from('now'));
    await end();
    expect([...received.matchAll(/^(PUB leaving|UNSUB)/gm)].map(([, said]) => said)).toEqual(['PUB leaving', 'UNSUB']);
  } finally {
    await bus.close();
    server.close();
  }
});

it('gives up an answer half a second after the connection it was lost with is back, and waits for those that still come', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bus = openNatsBus(`nats://127.0.0.1:${(server.address() as AddressInfo).port}`, 'test', createLogger('silent'));
  try {
    await expect.poll(() => bus.isConnected, { timeout: 4_000 }).toBe(true);
    let inbox = '';
    sockets[0]?.on('data', (data: Buffer) => (inbox = /^PUB slow (\S+)/m.exec(data.toString())?.[1] ?? inbox));
    const within = { timeout: 4_000 };
    const lost = bus.request('lost', Buffer.from('asked before'), 20_000).catch((error: unknown) => error);
    const slow = bus.request('slow', Buffer.from('asked before'), 20_000);
    await expect.poll(() => inbox, within).not.toBe('');
    sockets[0]?.destroy();
    await expect.poll(() => sockets.length, within).toBe(2);
    await expect.poll(() => bus.isConnected, within).toBe(true);
    const backAt = performance.now();
    const asked = bus.request('after', Buffer.from('asked after'), 1_500).catch(() => performance.now() - backAt);
    sockets[1]?.write(`MSG ${inbox} 1 6\r\nanswer\r\n`);
    expect(Buffer.from(await slow).toString()).toBe('answer');
    expect(await lost).toBeInstanceOf(NoReply);
    const givenUpMs = performance.now() - backAt;
    expect(givenUpMs).toBeGreaterThan(300);
    expect(givenUpMs).toBeLessThan(900);
    // What was asked since has a connection to be answered on.
    expect(await asked).toBeGreaterThan(1_400);
  } finally {
    await bus.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

it('leaves a connection that answers no probe, also where what was sent on it is stuck', async () => {
  const sockets: Socket[] = [];
  const received: string[] = [];
  const server = createServer((socket) => {
    const nth = sockets.push(socket) - 1;
    socket.on('data', (data: Buffer) => (received[nth] = (received[nth] ?? '') + data.toString()));
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bus = openNatsBus(`nats://127.0.0.1:${(server.address() as AddressInfo).port}`, 'test', createLogger('silent'));
  try {
    await expect.poll(() => bus.isConnected, { timeout: 4_000 }).toBe(true);
    const heard: string[] = [];
    bus.subscribe('news', (payload) => heard.push(Buffer.from(payload).toString()));
    const states: boolean[] = [];
    bus.onConnection((isConnected) => states.push(isConnected));
    const lost = bus.request('lost', Buffer.from('asked before'), 20_000).catch((error: unknown) => error);
    await expect.poll(() => received[0]).toContain('PUB lost');
    // As behind a cut link: the system takes no more than its buffers hold.
    sockets[0]?.pause();
    for (let nth = 0; nth < stuckMessages; nth += 1) bus.publish('much', Buffer.alloc(1_000_000));
    await expect.poll(() => sockets.length, { timeout: 8_000 }).toBe(2);
    expect(await lost).toBeInstanceOf(NoReply);
    await expect.poll(() => bus.isConnected, { timeout: 4_000 }).toBe(true);
    expect(states).toEqual([false, true]);
    const subscription = () => /^SUB news (\S+)/m.exec(received[1] ?? '')?.[1];
    await expect.poll(subscription, { timeout: 4_000 }).toBeDefined();
    sockets[1]?.write(`MSG news ${subscription()} 5\r\nagain\r\n`);
    await expect.poll(() => heard).toEqual(['again']);
    // The connection that was left is not held open either: its server reads that once it reads again.
    sockets[0]?.resume();
    await expect.poll(() => sockets[0]?.readyState, { timeout: 4_000 }).not.toBe('open');
  } finally {
    await bus.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}, 30_000);

function hasMessages(written: string): boolean {
  return written.includes('PUB ');
}

/** Does what a server does of the protocol until a client is connected. */
function greet(socket: Socket): void {
  socket.write(`INFO ${JSON.stringify({ server_id: 'test', version: '2.9.0', proto: 1, max_payload: 1_048_576 })}\r\n`);
  socket.on('data', (data: Buffer) => {
    if (data.toString().includes('PING')) socket.write('PONG\r\n');
  });
}
