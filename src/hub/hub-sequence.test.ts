import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRuns } from '../../tests/depth.ts';
import type { DepthUpdate, TopicFrame } from '#protocol/core/stream/channels.ts';
import { resyncAgainMs } from './hub-limits.ts';
import { fakeWorld, type FakeTab } from './hub-testing.ts';

const topic = 'depth:BTCUSDT';

/** A book as the exchange publishes it: what it sends, and what it stands for. */
class PublishedBook {
  readonly bids = new Map<string, string>();
  seq = 0;

  change(price: string, amount: string): TopicFrame {
    if (amount === '0') this.bids.delete(price);
    else this.bids.set(price, amount);
    this.seq += 1;
    return { topic, is: 'delta', seq: this.seq, data: { bids: [[price, amount]], asks: [] } };
  }

  snapshot(): TopicFrame {
    return { topic, is: 'snapshot', seq: this.seq, data: { bids: [...this.bids], asks: [] } };
  }

  restart(): void {
    this.seq = 0;
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('delta' as const), price: fc.nat(5), amount: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lostDelta' as const), price: fc.nat(5), amount: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('answer' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('breakOff' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('tab' as const),
      tab: fc.nat(2),
      does: fc.constantFrom('hide', 'show', 'take', 'slow'),
    }),
  },
);

test('whatever is lost, hidden, slow or cut off, every tab that looks ends with the exchange’s book', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const world = fakeWorld();
      const book = new PublishedBook();
      const tabs = ['a', 'b', 'c'].map((name) => world.tab(name));
      for (const tab of tabs) {
        tab.hello();
        tab.say({ kind: 'subscribe', topics: [topic] });
      }
      let answered = 0;
      /** The exchange answers what was asked of it: each subscription and each resync with a snapshot. */
      const answer = () => {
        const asked = world.socket().said.filter(({ op }) => op === 'subscribe' || op === 'resync').length;
        if (asked > answered) world.socket().emit(book.snapshot());
        answered = asked;
        world.socket().emit({ op: 'pong', at: world.time.nowMs, now: world.time.nowMs });
      };
      const goOnline = () => {
        answered = 0;
        book.restart();
        world.online();
      };
      const act = (tab: FakeTab, does: string) => {
        if (does === 'hide' || does === 'show') tab.say({ kind: 'visible', visible: does === 'show' });
        if (does === 'take') tab.say({ kind: 'taken' });
        tab.prompt = does !== 'slow';
      };
      goOnline();
      for (const next of steps) {
        if (next.kind === 'delta') world.socket().emit(book.change(`${next.price}`, `${next.amount}`));
        else if (next.kind === 'lostDelta') book.change(`${next.price}`, `${next.amount}`);
        else if (next.kind === 'wait') world.time.pass(next.ms);
        else if (next.kind === 'answer') answer();
        else if (next.kind === 'tab') act(tabs[next.tab] as FakeTab, next.does);
        else {
          world.socket().breakOff();
          world.time.pass(6_000);
          goOnline();
        }
      }
      for (const tab of tabs) {
        tab.prompt = true;
        tab.say({ kind: 'taken' });
        tab.say({ kind: 'visible', visible: true });
      }
      // One more change shows a loss that nothing has followed yet.
      world.socket().emit(book.change('9', '1'));
      world.time.pass(100);
      answer();
      world.time.pass(resyncAgainMs);
      answer();
      world.time.pass(100);
      for (const tab of tabs) {
        const held = tab.state.get(topic)?.read()[0] as DepthUpdate | undefined;
        expect(new Map(held?.bids)).toEqual(book.bids);
      }
    }),
    { numRuns: allRuns(400) },
  );
});
