import type { CallInput } from '../../src/contract/calls.ts';
import type { Order } from '../../src/contract/entities/order.ts';
import { codes, type Code } from '../../src/contract/codes.ts';
import type { Envelope } from '../../src/contract/envelope.ts';

/** One tap of a person and what came of it, as the person knows it. */
export interface Tap {
  readonly call: 'POST currency' | 'POST cancelCurrency';
  readonly key: string;
  readonly body: CallInput<'POST currency'> | CallInput<'POST cancelCurrency'>;
  /** The delegate as it was acknowledged, the code of a refusal, or null while nothing came back. */
  answer: Order | Code | null;
}

/** The exchange was gone before it answered. */
export class NoAnswer extends Error {}

const pairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;

/** A person who trades and writes down every acknowledgement. */
export class TradingClient {
  readonly taps: Tap[] = [];
  private readonly token: string;
  private readonly random: () => number;
  private readonly name: string;

  private constructor(token: string, name: string, random: () => number) {
    this.token = token;
    this.name = name;
    this.random = random;
  }

  static async register(address: string, name: string, random: () => number): Promise<TradingClient> {
    const { data } = await ask<{ token: string }>(`${address}/api/register`, { body: { kind: 'practice' } });
    return new TradingClient(data.token, name, random);
  }

  /** Taps until the exchange is gone. */
  async trade(address: string): Promise<void> {
    try {
      for (;;) await this.send(address, this.nextTap());
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  /** Sends again what nobody answered, under its old key, as the app does. */
  async repeatUnanswered(address: string): Promise<number> {
    const unanswered = this.taps.filter((tap) => tap.answer === null);
    for (const tap of unanswered) await this.deliver(address, tap);
    return unanswered.length;
  }

  /** Sends an answered tap once more; the answer must be the first one. */
  async repeatOne(address: string): Promise<void> {
    const answered = this.placed();
    const tap = answered[Math.floor(this.random() * answered.length)];
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
      const { data } = await ask<{ list: Order[] }>(url, { token: this.token });
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

  private tap(call: Tap['call'], body: Tap['body']): Tap {
    return { call, body, key: `${this.name}-${this.taps.length}`.padEnd(16, '-'), answer: null };
  }

  private nextTap(): Tap {
    const dice = this.random();
    const pair = pairs[Math.floor(this.random() * pairs.length)] ?? pairs[0];
    const side = this.random() < 0.5 ? 'buy' : 'sell';
    const open = this.placed().filter(({ answer }) => answer.status === 'open');
    const target = open[Math.floor(this.random() * open.length)];
    if (dice < 0.25 && target !== undefined) return this.tap('POST cancelCurrency', { id: target.answer.id });
    if (dice < 0.45) return this.tap('POST currency', { type: 'market', pair: 'BTCUSDT', side, amount: '0.0002' });
    if (dice < 0.55) return this.tap('POST currency', { type: 'market', pair, side: 'buy', total: '12.5' });
    const prices = { BTCUSDT: 60_000, ETHUSDT: 3_000, SOLUSDT: 150 };
    const price = (prices[pair] * (0.6 + this.random() * 0.8)).toFixed(1);
    const amount = (20 / prices[pair]).toFixed(pair === 'BTCUSDT' ? 5 : 3);
    return this.tap('POST currency', { type: 'limit', pair, side, price, amount });
  }

  private async send(address: string, tap: Tap): Promise<void> {
    this.taps.push(tap);
    await this.deliver(address, tap);
  }

  /** "Busy" is no answer: the same tap is sent again. */
  private async deliver(address: string, tap: Tap): Promise<void> {
    const url = `${address}/api/${tap.call.slice('POST '.length)}`;
    for (;;) {
      const answer = await ask<{ order: Order } | null>(url, { token: this.token, key: tap.key, body: tap.body });
      if (answer.code === codes.busyRetry) continue;
      tap.answer = answer.data === null ? answer.code : answer.data.order;
      return;
    }
  }
}

/** One call. @throws NoAnswer when the connection broke before the whole answer was there */
export async function ask<Data>(
  url: string,
  { token, key, body }: { token?: string; key?: string; body?: unknown },
): Promise<Envelope<Data>> {
  const headers: Record<string, string> = { connection: 'keep-alive' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (key !== undefined) headers['idempotency-key'] = key;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, init);
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw new NoAnswer(url, { cause: error });
  }
  // A server that just started and has much to catch up with says "busy" with a status of its own.
  if (status !== 200 && status !== 503) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text) as Envelope<Data>;
}
