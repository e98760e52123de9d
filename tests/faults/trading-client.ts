import type { CallInput } from '../../src/contract/calls.ts';
import type { Order } from '../../src/contract/entities/order.ts';
import { ask, type KeptTap, registerPractice, TappingClient, untilGone } from './tapping-client.ts';

type Call = 'POST currency' | 'POST cancelCurrency';
type Tap = KeptTap<Call, CallInput<Call>, Order>;

const pairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;

/** A person who trades and writes down every acknowledgement. */
export class TradingClient extends TappingClient<Call, CallInput<Call>, Order> {
  static async register(address: string, name: string, random: () => number): Promise<TradingClient> {
    return new TradingClient({ token: await registerPractice(address), name, random });
  }

  /** Taps until the exchange is gone. */
  async trade(address: string): Promise<void> {
    await untilGone(async () => {
      for (;;) await this.send(address, this.nextTap());
    });
  }

  /** Sends an answered tap once more; the answer must be the first one. */
  async repeatOne(address: string): Promise<void> {
    const answered = this.placed();
    const tap = answered[Math.floor(this.person.random() * answered.length)];
    if (tap === undefined) return;
    const again: Tap = { ...tap, answer: null };
    await this.deliver(address, again);
    if (JSON.stringify(again.answer) !== JSON.stringify(tap.answer)) {
      throw new Error(`the key ${tap.key} was answered differently the second time`);
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

  /** Taps that placed a delegate. */
  placed(): (Tap & { answer: Order })[] {
    return this.taps.filter((tap): tap is Tap & { answer: Order } => {
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
    const open = this.placed().filter(({ answer }) => answer.status === 'open');
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
