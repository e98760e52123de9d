import type { CallInput } from '../../src/contract/calls.ts';
import type { Order } from '../../src/contract/entities/order.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type KeptTap, NoAnswer, registerPractice, TappingClient, untilGone } from './tapping-client.ts';

type Call = 'POST currency' | 'POST cancelCurrency';
type Tap = KeptTap<Call, CallInput<Call>, Order>;

/** A person cancels one of the last orders. */
const lookedBack = 200;
/** Between two taps of a person who trades through faults, and before one is asked for again. */
const paceMs = 15;
const unknownPauseMs = 60;

const pairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;

/** What of an order never changes. */
function asAsked(answer: Tap['answer']): string {
  if (typeof answer !== 'object' || answer === null) return String(answer);
  const { id, pair, side, type, price, amount, total, createdAt } = answer;
  return JSON.stringify({ id, pair, side, type, price, amount, total, createdAt });
}

/** A person who trades and writes down every acknowledgement. */
export class TradingClient extends TappingClient<Call, CallInput<Call>, Order> {
  /** Tries that ended without an answer, and were made again under their key. */
  unknown = 0;
  /** The last tap whose end is known: when it was first sent, and when the person knew. */
  lastKnown = { sentAt: -Infinity, knownAt: -Infinity };

  static async register(address: string, name: string, random: () => number): Promise<TradingClient> {
    return new TradingClient({ token: await registerPractice(address), name, random });
  }

  /** Taps until the exchange is gone. */
  async trade(address: string): Promise<void> {
    await untilGone(async () => {
      for (;;) await this.send(address, this.nextTap());
    });
  }

  /**
   * Trades whatever happens to the exchange: a tap without an answer is sent again under its key until it is known.
   *
   * @param address asked again for each tap
   * @param isOver asked between two taps
   */
  async tradeThrough(address: () => string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const tap = this.nextTap();
      this.taps.push(tap);
      const sentAt = performance.now();
      while (tap.answer === null) {
        try {
          await this.deliver(address(), tap);
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          this.unknown += 1;
          await sleep(unknownPauseMs);
        }
      }
      this.lastKnown = { sentAt, knownAt: performance.now() };
      await sleep(paceMs);
    }
  }

  /** Sends an answered tap once more; the answer must be the same order, as it stands by now. */
  async repeatOne(address: string): Promise<void> {
    const answered = this.placed();
    const tap = answered[Math.floor(this.person.random() * answered.length)];
    if (tap === undefined) return;
    const again: Tap = { ...tap, answer: null };
    await this.deliver(address, again);
    if (asAsked(again.answer) !== asAsked(tap.answer)) {
      const answers = `${JSON.stringify(tap.answer)}, then ${JSON.stringify(again.answer)}`;
      throw new Error(`the key ${tap.key} was answered differently the second time: ${answers}`);
    }
  }

  /** Cancels everything that is open; what ended meanwhile may say so. */
  async cancelAll(address: string): Promise<void> {
    const url = `${address}/api/currencyRecord?state=current&size=100`;
    for (;;) {
      const { data } = await ask<{ list: Order[] }>(url, { token: this.person.token });
      if (data.list.length === 0) return;
      for (const { id } of data.list) await this.send(address, this.tap('POST cancelCurrency', { id }));
    }
  }

  /** Taps that placed an order, among the last of all. */
  placed(among = Infinity): (Tap & { answer: Order })[] {
    return this.taps.slice(Math.max(0, this.taps.length - among)).filter((tap): tap is Tap & { answer: Order } => {
      return tap.call === 'POST currency' && typeof tap.answer === 'object' && tap.answer !== null;
    });
  }

  /** Ids of delegates whose cancelling was acknowledged. */
  cancelled(): string[] {
    return this.taps.flatMap(({ call, answer }) =>
      call === 'POST cancelCurrency' && typeof answer === 'object' && answer !== null ? [answer.id] : [],
    );
  }

  private nextTap(): Tap {
    const dice = this.person.random();
    const pair = pairs[Math.floor(this.person.random() * pairs.length)] ?? pairs[0];
    const side = this.person.random() < 0.5 ? 'buy' : 'sell';
    const open = this.placed(lookedBack).filter(({ answer }) => answer.status === 'open');
    const target = open[Math.floor(this.person.random() * open.length)];
    if (dice < 0.25 && target !== undefined) return this.tap('POST cancelCurrency', { id: target.answer.id });
    if (dice < 0.45) return this.tap('POST currency', { type: 'market', pair: 'BTCUSDT', side, amount: '0.0002' });
    if (dice < 0.55) return this.tap('POST currency', { type: 'market', pair, side: 'buy', total: '12.5' });
    const prices = { BTCUSDT: 60_000, ETHUSDT: 3_000, SOLUSDT: 150 };
    const price = (prices[pair] * (0.6 + this.person.random() * 0.8)).toFixed(1);
    const amount = (20 / prices[pair]).toFixed(pair === 'BTCUSDT' ? 5 : 3);
    return this.tap('POST currency', { type: 'limit', pair, side, price, amount });
  }

  protected keptOf(data: Record<string, unknown>): Order {
    return data['order'] as Order;
  }
}
