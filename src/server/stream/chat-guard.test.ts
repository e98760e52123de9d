import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { topicsPerConnection } from '#protocol/core/limits.ts';
import type { Topic } from '#protocol/core/stream/channels.ts';
import { type TestClient, testStream } from './testing.ts';
import type { GuardedTopics } from '../core/topics/topic-source.ts';

type Listener = Parameters<GuardedTopics['onChange']>[0];

/** Groups whose store answers on the test's command. */
class SlowGroups implements GuardedTopics {
  readonly waiting: { readonly topic: Topic; readonly answer: (isLetIn: boolean) => void }[] = [];
  changed: Listener = () => undefined;

  mayHold(_userId: bigint, topic: Topic): Promise<boolean> {
    return new Promise((answer) => void this.waiting.push({ topic, answer }));
  }

  onChange(listener: Listener): () => void {
    this.changed = listener;
    return () => undefined;
  }

  act(): Promise<null> {
    return Promise.resolve(null);
  }
}

let exchange: Awaited<ReturnType<typeof testStream>> | null = null;
afterEach(() => exchange?.close());

async function opened(): Promise<{ groups: SlowGroups; client: TestClient }> {
  const groups = new SlowGroups();
  exchange = await testStream({
    guarded: groups,
    limits: { frameBurst: 1_000, readsAtOnce: 1_000, readsAtOncePerUser: 1_000 },
    publicSources: [
      {
        kind: 'chat',
        has: () => true,
        open: () => ({ snapshot: () => ({ messages: [] }), take: () => null, close: () => undefined }),
      },
    ],
  });
  exchange.sessions.set('token', { userId: 100_001n, sessionId: 1n });
  const client = await exchange.connect();
  client.say({ op: 'auth', token: 'token' });
  await client.until((one) => one.heard.find((frame) => 'op' in frame && frame.op === 'auth'));
  return { groups, client };
}

const refusals = (client: TestClient) =>
  client.heard.flatMap((frame) => ('op' in frame && frame.op === 'refused' ? [frame] : []));

async function asked(groups: SlowGroups, count: number): Promise<void> {
  await expect.poll(() => groups.waiting.length, { interval: 5 }).toBe(count);
}

describe('subscribing to a group', () => {
  test('denies a user whose access ended between the look-up and its answer', async () => {
    const { groups, client } = await opened();
    client.say({ op: 'subscribe', topics: ['chat:1'] });
    await asked(groups, 1);
    groups.changed(100_001n, 'chat:1');
    groups.waiting[0]?.answer(true);
    await asked(groups, 2);
    groups.waiting[1]?.answer(false);
    const refused = await client.until((one) => refusals(one)[0]);
    expect(refused).toMatchObject({ topic: 'chat:1', code: codes.notFound });
    expect(client.topicFrames('chat:1')).toEqual([]);
  });

  test('looks a group up once, and no more at once than may be subscribed', async () => {
    const { groups, client } = await opened();
    client.say({ op: 'subscribe', topics: ['chat:1', 'chat:1', 'chat:1'] });
    await asked(groups, 1);
    for (let times = 0; times < topicsPerConnection; times += 1) {
      client.say({ op: 'unsubscribe', topics: ['chat:1'] });
      client.say({ op: 'subscribe', topics: ['chat:1'] });
    }
    const refused = await client.until((one) => refusals(one)[0]);
    expect(refused).toMatchObject({ topic: 'chat:1', code: codes.busyRetry });
    await sleep(20);
    expect(groups.waiting).toHaveLength(topicsPerConnection);
  });
});
