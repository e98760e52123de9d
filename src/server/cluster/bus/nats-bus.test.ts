import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '#server/core/log/log.ts';
import { NoReply } from './bus.ts';
import { openNatsBus } from './nats-bus.ts';
import { patience, startWatch } from '../../../../tests/pace.ts';

/** More than the buffers of a connection hold on this machine, in messages of a megabyte. */
const stuckMessages = 32;

/** A bus that is connected to a server, its connections and what came on each; `meet` is how the server begins one. */
async function open(meet: (socket: Socket, nth: number) => void = greet) {
  const sockets: Socket[] = [];
  const received: string[] = [];
  const server = createServer((socket) => {
    const nth = sockets.push(socket) - 1;
    socket.on('data', (data: Buffer) => (received[nth] = (received[nth] ?? '') + data.toString()));
    meet(socket, nth);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bus = openNatsBus(
    `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    { name: 'test', inbox: 'dunlin.practice.inbox.test' },
    createLogger('silent'),
  );
  onTestFinished(async () => {
    await bus.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await expect.poll(() => bus.isConnected, patience).toBe(true);
  return { bus, sockets, received };
}

it('passes over a server that accepts a connection and says nothing', async () => {
  // The first connection is as one whose link is cut.
  const { sockets } = await open((socket, nth) => nth > 0 && greet(socket));
  expect(sockets.length).toBe(2);
});

it('sends what is said in one turn of the event loop in one write, in its order', async () => {
  const { bus } = await open();
  const write = vi.spyOn(Socket.prototype, 'write');
  onTestFinished(() => void vi.restoreAllMocks());
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
});

it('says what it was given before it stops listening', async () => {
  const { bus, received } = await open();
  const end = bus.serve('asked', () => undefined);
  await expect.poll(() => received[0]).toContain('SUB asked');
  bus.publish('leaving', Buffer.from('now'));
  await end();
  const said = [...(received[0] ?? '').matchAll(/^(PUB leaving|UNSUB)/gm)].map(([, one]) => one);
  expect(said).toEqual(['PUB leaving', 'UNSUB']);
});

it('gives up an answer half a second after the connection it was lost with is back, and waits for those that still come', async () => {
  const { bus, sockets, received } = await open();
  const watch = startWatch();
  const lost = bus.request('lost', Buffer.from('asked before'), 20_000).catch((error: unknown) => error);
  const slow = bus.request('slow', Buffer.from('asked before'), 20_000);
  const inbox = () => /^PUB slow (\S+)/m.exec(received[0] ?? '')?.[1];
  await expect.poll(inbox, patience).toBeDefined();
  sockets[0]?.destroy();
  await expect.poll(() => sockets.length, patience).toBe(2);
  await expect.poll(() => bus.isConnected, patience).toBe(true);
  const backAt = performance.now();
  const asked = bus.request('after', Buffer.from('asked after'), 1_500).catch(() => performance.now() - backAt);
  sockets[1]?.write(`MSG ${inbox()} 1 6\r\nanswer\r\n`);
  expect(Buffer.from(await slow).toString()).toBe('answer');
  expect(await lost).toBeInstanceOf(NoReply);
  const givenUpMs = performance.now() - backAt;
  expect(givenUpMs).toBeGreaterThan(300);
  expect(givenUpMs).toBeLessThan(watch.stop().allowedMs(900));
  // What was asked since has a connection to be answered on.
  expect(await asked).toBeGreaterThan(1_400);
});

it('leaves a connection that answers no probe, also where what was sent on it is stuck', async () => {
  const { bus, sockets, received } = await open();
  const heard: string[] = [];
  bus.subscribe('news', (payload) => heard.push(Buffer.from(payload).toString()));
  const states: boolean[] = [];
  bus.onConnection((isConnected) => states.push(isConnected));
  const lost = bus.request('lost', Buffer.from('asked before'), 20_000).catch((error: unknown) => error);
  await expect.poll(() => received[0]).toContain('PUB lost');
  // As behind a cut link: the system takes no more than its buffers hold.
  sockets[0]?.pause();
  for (let nth = 0; nth < stuckMessages; nth += 1) bus.publish('much', Buffer.alloc(1_000_000));
  await expect.poll(() => sockets.length, patience).toBe(2);
  expect(await lost).toBeInstanceOf(NoReply);
  await expect.poll(() => bus.isConnected, patience).toBe(true);
  expect(states).toEqual([false, true]);
  const subscription = () => /^SUB news (\S+)/m.exec(received[1] ?? '')?.[1];
  await expect.poll(subscription, patience).toBeDefined();
  sockets[1]?.write(`MSG news ${subscription()} 5\r\nagain\r\n`);
  await expect.poll(() => heard).toEqual(['again']);
  // The connection that was left is not held open either: its server reads that once it reads again.
  sockets[0]?.resume();
  await expect.poll(() => sockets[0]?.readyState, patience).not.toBe('open');
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
