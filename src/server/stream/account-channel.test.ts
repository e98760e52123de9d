import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRuns } from '../../../tests/depth.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import type { TopicFrame } from '#protocol/core/stream/channels.ts';
import { AccountChannel } from './account-channel.ts';
import type { Fragment } from './batch.ts';
import type { Connection } from './connection.ts';

const updateOf = (unread: number): AccountUpdate => ({ orders: [], balances: [], unread });

/** An account whose unread count represents its state, and whose snapshots complete on the test's command. */
class HandAccount {
  value = 0;
  #due: number | null = null;
  readonly reads: ((update: AccountUpdate) => void)[] = [];

  change(value: number): void {
    this.value = value;
    this.#due = value;
  }

  open() {
    return {
      load: () => new Promise<AccountUpdate>((resolve) => void this.reads.push(resolve)),
      take: () => {
        const due = this.#due;
        this.#due = null;
        return due === null ? null : updateOf(due);
      },
      close: () => undefined,
    };
  }
}

/** A client's view of its frames: a gap would trigger a resync. */
class Reader {
  unread: number | null = null;
  seq: number | null = null;
  gaps = 0;

  take(bytes: Fragment): void {
    const frame = JSON.parse(bytes.toString()) as TopicFrame<'account'>;
    if (frame.is === 'delta' && (this.seq === null || frame.seq !== this.seq + 1)) this.gaps += 1;
    this.seq = frame.seq;
    this.unread = frame.data.unread;
  }
}

function world(keptMaxBytes = 1_000_000) {
  const account = new HandAccount();
  const channel = new AccountChannel(account, 1n, () => undefined, keptMaxBytes);
  const charged: number[] = [];
  return {
    account,
    channel,
    charged,
    tick: () =>
      channel.publish(
        (connection, bytes) => (connection as unknown as Reader).take(bytes),
        (_connection, bytes) => void charged.push(bytes),
      ),
    join: (reader: Reader) => channel.add(reader as unknown as Connection),
  };
}

test('all waiting connections share one snapshot, also those that joined during the read, and get the changes since', async () => {
  const { account, channel, join, tick, charged } = world();
  const [first, second] = [new Reader(), new Reader()];
  join(first);
  expect(channel.needsSnapshot).toBe(true);
  channel.expectSnapshot();
  const reading = channel.read();
  account.change(1);
  tick();
  join(second);
  expect(channel.needsSnapshot).toBe(false);
  account.change(2);
  tick();
  // The store was read before either change.
  account.reads[0]?.(updateOf(0));
  await reading;
  tick();
  expect(account.reads).toHaveLength(1);
  expect([first, second]).toMatchObject([
    { unread: 2, seq: 2, gaps: 0 },
    { unread: 2, seq: 2, gaps: 0 },
  ]);
  expect(charged).toHaveLength(2);
});

test('more deltas than can be buffered end the wait', async () => {
  const { account, channel, join, tick } = world(500);
  const reader = new Reader();
  join(reader);
  channel.expectSnapshot();
  void channel.read();
  for (let value = 1; value < 50; value += 1) {
    account.change(value);
    if (tick()) continue;
    expect(channel.giveUp()).toEqual([reader]);
    expect(channel.subscriberCount).toBe(0);
    return;
  }
  expect.unreachable('it kept everything');
});

test('in any order of events: no reader sees a gap, and all end with the latest state', async () => {
  const act = fc.oneof(
    fc.record({ what: fc.constant('change' as const) }),
    fc.record({ what: fc.constantFrom('join' as const, 'leave' as const), who: fc.nat(3) }),
    fc.record({ what: fc.constantFrom('ask' as const, 'read' as const, 'answer' as const, 'tick' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      const { account, channel, join, tick } = world();
      const readers = [0, 1, 2, 3].map(() => new Reader());
      const here = new Set<Reader>();
      let version = 0;
      let asked = false;
      let seen: AccountUpdate | null = null;
      const step = async (what: string, who = 0) => {
        const reader = readers[who] as Reader;
        if (what === 'change') account.change((version += 1));
        if (what === 'join') {
          join(reader);
          here.add(reader);
        }
        if (what === 'leave') {
          channel.remove(reader as unknown as Connection);
          here.delete(reader);
        }
        if (what === 'ask' && channel.needsSnapshot && !asked) {
          channel.expectSnapshot();
          asked = true;
          void channel.read();
        }
        // The store is read at one time, and its answer arrives later.
        if (what === 'read' && asked) seen ??= updateOf(account.value);
        if (what === 'answer' && seen !== null) {
          account.reads.shift()?.(seen);
          await Promise.resolve();
          await Promise.resolve();
          seen = null;
          asked = false;
        }
        if (what === 'tick') tick();
      };
      for (const one of acts) await step(one.what, 'who' in one ? one.who : 0);
      for (const what of ['ask', 'read', 'answer', 'tick', 'ask', 'read', 'answer', 'tick', 'change', 'tick']) {
        await step(what);
      }
      for (const reader of here) expect(reader).toMatchObject({ unread: version, gaps: 0 });
    }),
    { numRuns: allRuns(300) },
  );
});
