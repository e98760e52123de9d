import { describe, expect, test } from 'vitest';
import { frameMs } from './hub-limits.ts';
import { accountFrame, fakeWorld, type FakeSocket, type FakeTab } from './hub-testing.ts';

function withAccount(world: ReturnType<typeof fakeWorld>, name: string, token: string | null, generation = 1): FakeTab {
  const tab = world.tab(name);
  tab.hello({ token, generation });
  tab.say({ kind: 'subscribe', topics: ['account'] });
  return tab;
}

function answer(socket: FakeSocket, signedIn = true): void {
  socket.emit({ op: 'auth', signedIn, id: socket.of('auth').at(-1)?.id ?? -1 });
}

/** Every unread count a tab ever received; the tests give each account its own. */
function seen(tab: FakeTab): unknown[] {
  return tab.updates('account').map(({ data }) => (data as { unread: number }).unread);
}

function signedInPair() {
  const world = fakeWorld();
  const tabs = [withAccount(world, 'a', 'T1'), withAccount(world, 'b', 'T1')] as const;
  world.online();
  answer(world.socket());
  world.socket().emit(accountFrame('snapshot', 0, 1));
  world.time.pass(frameMs);
  return { world, tabs, socket: world.socket() };
}

describe('log-out', () => {
  test('in one tab detaches the account in all, at once', () => {
    const { world, tabs, socket } = signedInPair();
    const [a, b] = tabs;
    a.say({ kind: 'token', token: null, generation: 2 });
    socket.emit(accountFrame('delta', 1, 100));
    world.time.pass(200);
    expect(socket.of('auth').at(-1)).toMatchObject({ token: null });
    expect([seen(a), seen(b)]).toEqual([[1], [1]]);
  });

  test('leaves nothing that waits for a slow tab', () => {
    const { world, tabs, socket } = signedInPair();
    const [a, b] = tabs;
    b.prompt = false;
    socket.emit(accountFrame('delta', 1, 2));
    world.time.pass(frameMs);
    socket.emit(accountFrame('delta', 2, 3));
    a.say({ kind: 'token', token: null, generation: 2 });
    b.say({ kind: 'taken' });
    world.time.pass(1_000);
    expect(seen(b)).toEqual([1, 2]);
  });

  test('holds against a tab that read the token a moment before', () => {
    const { world, tabs, socket } = signedInPair();
    tabs[0].say({ kind: 'token', token: null, generation: 2 });
    const late = withAccount(world, 'c', 'T1', 5);
    world.time.pass(200);
    expect(late.of('session')).toEqual([{ kind: 'session', generation: 5, signedIn: false }]);
    expect(socket.of('auth').at(-1)).toMatchObject({ token: null });
  });

  test('elsewhere, reported by the exchange, reaches all tabs of the token', () => {
    const { world, tabs, socket } = signedInPair();
    socket.emit({ op: 'auth', signedIn: false });
    world.time.pass(frameMs);
    for (const tab of tabs) expect(tab.of('session').at(-1)?.signedIn).toBe(false);
    const next = withAccount(world, 'c', 'T1');
    world.time.pass(frameMs);
    expect(seen(next)).toEqual([]);
  });
});

describe('another account', () => {
  test('never gets the first one’s data, however late that comes', () => {
    const { world, tabs, socket } = signedInPair();
    const [a, b] = tabs;
    a.say({ kind: 'token', token: 'T2', generation: 2 });
    // Written by the exchange before it received T2.
    socket.emit(accountFrame('delta', 1, 101), accountFrame('snapshot', 2, 102));
    world.time.pass(200);
    socket.emit(accountFrame('delta', 3, 103));
    answer(socket);
    socket.emit(accountFrame('snapshot', 0, 7));
    world.time.pass(frameMs);
    expect(seen(a)).toEqual([1, 7]);
    expect(a.of('updates').at(-1)?.generation).toBe(2);
    expect(seen(b)).toEqual([1]);
    b.say({ kind: 'token', token: 'T2', generation: 9 });
    world.time.pass(frameMs);
    expect(b.of('updates').at(-1)).toMatchObject({ generation: 9, updates: [{ data: { unread: 7 } }] });
    expect(socket.of('auth')).toHaveLength(2);
  });

  test('is not logged out by the revocation of the first', () => {
    const { world, tabs, socket } = signedInPair();
    tabs[0].say({ kind: 'token', token: 'T2', generation: 2 });
    socket.emit({ op: 'auth', signedIn: false });
    answer(socket);
    world.time.pass(200);
    expect(tabs[0].of('session').filter(({ generation }) => generation === 2)).toEqual([
      { kind: 'session', generation: 2, signedIn: true },
    ]);
  });

  test('a tab that is not signed in holds the topic in vain', () => {
    const { world } = signedInPair();
    const guest = withAccount(world, 'c', null);
    world.time.pass(200);
    world.socket().emit(accountFrame('delta', 1, 2));
    guest.say({ kind: 'visible', visible: false });
    guest.say({ kind: 'visible', visible: true });
    world.time.pass(200);
    expect(seen(guest)).toEqual([]);
  });

  test('after a lost connection the token is said again and the account continues', () => {
    const { world, tabs } = signedInPair();
    world.socket().breakOff();
    world.time.pass(6_000);
    world.online();
    expect(world.socket().of('auth')).toMatchObject([{ token: 'T1' }]);
    expect(world.socket().topics()).toEqual(['account']);
    answer(world.socket());
    world.socket().emit(accountFrame('snapshot', 0, 8));
    world.time.pass(frameMs);
    expect(tabs.map(seen)).toEqual([
      [1, 8],
      [1, 8],
    ]);
  });
});
