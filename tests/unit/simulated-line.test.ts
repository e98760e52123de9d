import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Agenda } from '../simulation/agenda.ts';
import { Line } from '../simulation/screens/line.ts';

/** A phone that is connected with a server over a line whose pieces take these times, one after the other. */
async function connected(ways: readonly number[] = []) {
  const agenda = new Agenda(0);
  const left = [...ways];
  const plan = (afterMs: number, work: () => void) => void agenda.plan('world', afterMs, work);
  const line = new Line('10.0.0.1', {
    now: () => agenda.now,
    way: () => left.shift() ?? 10,
    atPhone: plan,
    atExchange: plan,
  });
  const heard: string[] = [];
  const server = createServer();
  const acceptor = new WebSocketServer({ server });
  acceptor.on('connection', (socket, request) => {
    heard.push(`from ${request.socket.remoteAddress}`);
    socket.on('message', (data: Buffer) => {
      heard.push(data.toString());
      socket.send(`${data.toString()} back`);
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => heard.push(`server closed ${code}`));
  });
  const phone = new WebSocket('ws://exchange/', { createConnection: () => line.phone as unknown as Socket });
  phone.on('message', (data: Buffer) => heard.push(data.toString()));
  phone.on('error', () => undefined);
  phone.on('close', (code) => heard.push(`phone closed ${code}`));
  server.emit('connection', line.accept());
  const pass = async (milliseconds: number) => {
    agenda.plan('world', milliseconds, () => undefined);
    const until = agenda.now + milliseconds;
    await agenda.settle();
    while (agenda.now < until) await agenda.step();
  };
  await pass(1_000);
  const greeted = heard.splice(0, 1);
  return { line, phone, greeted, heard, pass };
}

it('carries a conversation both ways, in its order, however late a piece is', async () => {
  // The two of the handshake come first.
  const { phone, heard, pass } = await connected([10, 10, 500, 10]);
  phone.send('one');
  phone.send('two');
  await pass(499);
  expect(heard).toEqual([]);
  await pass(1_000);
  expect(heard.filter((text) => !text.includes('back'))).toEqual(['one', 'two']);
  expect(heard.filter((text) => text.includes('back'))).toEqual(['one back', 'two back']);
});

it('names the phone to the server, and closes it in agreement', async () => {
  const { phone, greeted, heard, pass } = await connected();
  expect(greeted).toEqual(['from 10.0.0.1']);
  phone.close(4_000);
  await pass(1_000);
  expect(heard.toSorted()).toEqual(['phone closed 4000', 'server closed 4000']);
});

it('tells both ends that it broke', async () => {
  const { line, phone, heard, pass } = await connected();
  phone.send('lost');
  line.cut();
  await pass(1_000);
  expect(heard.toSorted()).toEqual(['phone closed 1006', 'server closed 1006']);
});

it('tells the phone alone that the exchange has died, and nobody when it fell silent', async () => {
  const dead = await connected();
  dead.line.loseExchange();
  await dead.pass(1_000);
  expect(dead.heard).toEqual(['phone closed 1006']);
  const silent = await connected();
  silent.line.fallSilent();
  silent.phone.send('lost');
  await silent.pass(60_000);
  expect(silent.heard).toEqual([]);
});
