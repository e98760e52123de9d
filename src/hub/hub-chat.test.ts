import { expect, test } from 'vitest';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { fakeWorld, type FakeTab } from './hub-testing.ts';

const message = (number: number, text = `message ${number}`) =>
  ({ group: '1', number, text, removed: null }) as unknown as ChatMessage;
const act = { do: 'say', group: '1', text: 'hello' } as const;

function inGroup(world: ReturnType<typeof fakeWorld>, name: string, token: string | null, generation = 1): FakeTab {
  const tab = world.tab(name);
  tab.hello({ token, generation });
  tab.say({ kind: 'subscribe', topics: ['chat:1'] });
  return tab;
}

function signIn(world: ReturnType<typeof fakeWorld>): void {
  const socket = world.socket();
  socket.emit({ op: 'auth', signedIn: true, id: socket.of('auth').at(-1)?.id ?? -1 });
}

const textsOf = (tab: FakeTab) =>
  tab.updates('chat:1').flatMap(({ data }) => (data as { messages: ChatMessage[] }).messages.map(({ text }) => text));

test('a group is published only to tabs of the account that reads it, and dropped with the session', () => {
  const world = fakeWorld();
  const mine = inGroup(world, 'mine', 'T1');
  const visitor = inGroup(world, 'visitor', null, 0);
  world.online();
  const early = { topic: 'chat:1', is: 'snapshot', seq: 0, data: { messages: [message(1, 'early')] } } as const;
  // Before the answer about the token it may still be another user's.
  world.socket().emit(early);
  signIn(world);
  world.socket().emit({ ...early, data: { messages: [message(1)] } });
  world.socket().emit({ ...early, is: 'delta', seq: 1, data: { messages: [message(2)] } });
  world.time.pass(100);
  expect([textsOf(mine), textsOf(visitor)]).toEqual([['message 1', 'message 2'], []]);
  mine.say({ kind: 'token', token: 'T2', generation: 2 });
  world.time.pass(200);
  signIn(world);
  const second = inGroup(world, 'second', 'T2', 1);
  world.time.pass(200);
  expect(textsOf(second)).toEqual([]);
  expect(
    world
      .socket()
      .of('subscribe')
      .filter(({ topics }) => topics.includes('chat:1')),
  ).toHaveLength(2);
});

test('the newest messages are held without a gap, and the removal of an older one is published', () => {
  const world = fakeWorld();
  const tab = inGroup(world, 'one', 'T1');
  world.online();
  signIn(world);
  const frame = { topic: 'chat:1', is: 'delta', seq: 0, data: { messages: [] } } as const;
  world.socket().emit({
    ...frame,
    is: 'snapshot',
    data: { messages: Array.from({ length: 50 }, (_, index) => message(100 + index)) },
  });
  for (let count = 1; count <= 80; count += 1) {
    world.socket().emit({ ...frame, seq: count, data: { messages: [message(149 + count)] } });
  }
  world.socket().emit({ ...frame, seq: 81, data: { messages: [{ ...message(7), text: '', removed: 'operator' }] } });
  world.time.pass(100);
  const second = inGroup(world, 'two', 'T1');
  world.time.pass(100);
  const [snapshot] = second.updates('chat:1');
  const data = snapshot?.data as { messages: ChatMessage[]; removed: number[] };
  expect(data.messages.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, index) => 130 + index));
  expect(data.removed).toEqual([7]);
  expect(tab.updates('chat:1').at(-1)?.data).toMatchObject({ removed: [7] });
});

test('an act goes out once, and its answer to the tab that waits; without a connection it is said to be lost', () => {
  const world = fakeWorld();
  const one = inGroup(world, 'one', 'T1');
  const two = inGroup(world, 'two', 'T1');
  one.say({ kind: 'chat', id: 'a', act, generation: 1 });
  world.online();
  // Until the exchange confirms the user, no user is set.
  one.say({ kind: 'chat', id: 'b', act, generation: 1 });
  signIn(world);
  one.say({ kind: 'chat', id: 'c', act, generation: 1 });
  two.say({ kind: 'chat', id: 'd', act, generation: 1 });
  two.say({ kind: 'chat', id: 'of an account before', act, generation: 0 });
  expect(
    world
      .socket()
      .of('chat')
      .map(({ id }) => id),
  ).toEqual(['c', 'd']);
  world.socket().emit({ op: 'chat', id: 'c', code: 200, data: message(5) });
  world.socket().breakOff();
  expect(one.of('done')).toEqual([
    { kind: 'done', id: 'a', answer: null },
    { kind: 'done', id: 'b', answer: null },
    { kind: 'done', id: 'c', answer: { code: 200, data: message(5) } },
  ]);
  expect(two.of('done')).toEqual([
    { kind: 'done', id: 'of an account before', answer: null },
    { kind: 'done', id: 'd', answer: null },
  ]);
});

test('an act that two tabs ask for, as of one outbox on the device, leaves neither without an answer', () => {
  const world = fakeWorld();
  const one = inGroup(world, 'one', 'T1');
  const two = inGroup(world, 'two', 'T1');
  world.online();
  signIn(world);
  for (const tab of [one, two]) tab.say({ kind: 'chat', id: 'same', act, generation: 1 });
  world.socket().emit({ op: 'chat', id: 'same', code: 200, data: message(5) });
  world.socket().emit({ op: 'chat', id: 'same', code: 200, data: message(5) });
  expect(two.of('done')).toEqual([{ kind: 'done', id: 'same', answer: { code: 200, data: message(5) } }]);
  expect(one.of('done')).toEqual([{ kind: 'done', id: 'same', answer: null }]);
});
