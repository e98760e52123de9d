import type { CallInput } from '#protocol/calls.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { PersistentClient } from './persistent-client.ts';
import { askWhenFree, registerPractice, type StoredRequest, untilGone } from './tapping-client.ts';

type Call = 'POST currency' | 'POST cancelCurrency';
type TradingRequest = StoredRequest<Call, CallInput<Call>, Order>;

/** A user cancels one of the last orders. */
const lookedBack = 200;

const pairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;

/** What of an order never changes. */
function asAsked(answer: TradingRequest['answer']): string {
  if (typeof answer !== 'object' || answer === null) return String(answer);
  const { id, pair, side, type, price, amount, total, createdAt } = answer;
  return JSON.stringify({ id, pair, side, type, price, amount, total, createdAt });
}

/** A user who trades and writes down every acknowledgement. */
export class TradingClient extends PersistentClient<Call, CallInput<Call>, Order> {
  /** @param coins practice coins that the user takes beside the first ones */
  static async register(
    address: string,
    name: string,
    random: () => number,
    coins: readonly string[] = [],
  ): Promise<TradingClient> {
    const token = await registerPractice(address);
    for (const asset of coins) {
      const key = `${name}-takes-${asset}`.padEnd(16, '-');
      await askWhenFree(`${address}/api/recharge`, { token, key, body: { chain: 'PRACTICE', asset } });
    }
    return new TradingClient({ token, name, random });
  }

  /** The session of this user, for another client of the same person. */
  get token(): string {
    return this.user.token;
  }

  /** Taps until the exchange is gone. */
  async trade(address: string): Promise<void> {
    await untilGone(async () => {
      for (;;) await this.send(address, this.nextRequest());
    });
  }

  /** Sends an answered request once more; the answer must be the same order, as it stands by now. */
  async repeatOne(address: string): Promise<void> {
    const answered = this.placed();
    const request = answered[Math.floor(this.user.random() * answered.length)];
    if (request === undefined) return;
    const again: TradingRequest = { ...request, answer: null };
    await this.deliver(address, again);
    if (asAsked(again.answer) !== asAsked(request.answer)) {
      const answers = `${JSON.stringify(request.answer)}, then ${JSON.stringify(again.answer)}`;
      throw new Error(`the key ${request.key} was answered differently the second time: ${answers}`);
    }
  }

  /** Cancels everything that is open; what ended meanwhile may say so. */
  async cancelAll(address: string): Promise<void> {
    const url = `${address}/api/currencyRecord?state=current&size=100`;
    for (;;) {
      const { data } = await askWhenFree<{ list: Order[] }>(url, { token: this.user.token });
      if (data.list.length === 0) return;
      for (const { id } of data.list) await this.send(address, this.request('POST cancelCurrency', { id }));
    }
  }

  /** Taps that placed an order, among the last of all. */
  placed(among = Infinity): (TradingRequest & { answer: Order })[] {
    return this.requests
      .slice(Math.max(0, this.requests.length - among))
      .filter((request): request is TradingRequest & { answer: Order } => {
        return request.call === 'POST currency' && typeof request.answer === 'object' && request.answer !== null;
      });
  }

  /** Ids of orders whose cancelling was acknowledged. */
  cancelled(): string[] {
    return this.requests.flatMap(({ call, answer }) =>
      call === 'POST cancelCurrency' && typeof answer === 'object' && answer !== null ? [answer.id] : [],
    );
  }

  protected nextRequest(): TradingRequest {
    const dice = this.user.random();
    const pair = pairs[Math.floor(this.user.random() * pairs.length)] ?? pairs[0];
    const side = this.user.random() < 0.5 ? 'buy' : 'sell';
    const open = this.placed(lookedBack).filter(({ answer }) => answer.status === 'open');
    const target = open[Math.floor(this.user.random() * open.length)];
    if (dice < 0.25 && target !== undefined) return this.request('POST cancelCurrency', { id: target.answer.id });
    if (dice < 0.45) return this.request('POST currency', { type: 'market', pair: 'BTCUSDT', side, amount: '0.0002' });
    if (dice < 0.55) return this.request('POST currency', { type: 'market', pair, side: 'buy', total: '12.5' });
    const prices = { BTCUSDT: 60_000, ETHUSDT: 3_000, SOLUSDT: 150 };
    const price = (prices[pair] * (0.6 + this.user.random() * 0.8)).toFixed(1);
    const amount = (20 / prices[pair]).toFixed(pair === 'BTCUSDT' ? 5 : 3);
    return this.request('POST currency', { type: 'limit', pair, side, price, amount });
  }

  protected keptOf(data: Record<string, unknown>): Order {
    return data['order'] as Order;
  }
}
