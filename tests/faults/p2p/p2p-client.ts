import { isDeepStrictEqual } from 'node:util';
import { codes } from '#protocol/core/codes.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { askWhenFree, type StoredRequest, TappingClient } from '../tapping-client.ts';

type Call = 'POST tradeBuy' | 'POST tradePaid' | 'POST tradeCancel' | 'POST otcFinish' | 'POST tradeAppeal';
export type P2pRequest = StoredRequest<Call, object, P2pOrder>;

export const transactionPassword = '805263';

/** A user of fiat trading who writes down every acknowledgement. */
export class P2pClient extends TappingClient<Call, object, P2pOrder> {
  readonly id: string;
  readonly token: string;

  private constructor(id: string, token: string, name: string, random: () => number) {
    super({ token, name, random });
    this.id = id;
    this.token = token;
  }

  /** Registers with a transaction password. */
  static async register(address: string, name: string, random: () => number): Promise<P2pClient> {
    const { data } = await askWhenFree<{ token: string; profile: { id: string } }>(`${address}/api/register`, {
      body: { kind: 'practice' },
    });
    return new P2pClient(data.profile.id, data.token, name, random);
  }

  /** Sets the transaction password; a verified name comes before, because the exchange remembers who calls. */
  async setPassword(address: string): Promise<void> {
    const password = { password: transactionPassword, confirmation: transactionPassword };
    const body = { kind: 'transaction', proof: { by: 'nothing' }, ...password };
    const set = await askWhenFree(`${address}/api/pwd`, { token: this.token, body });
    if (set.code !== codes.success) throw new Error(`the transaction password was not set: ${set.msg}`);
  }

  /** Asks for something once, and again after a restart if no answer came. @returns the order, or null for a refusal */
  async act(address: string, call: Call, body: object): Promise<P2pOrder | null> {
    const request = this.request(call, body);
    await this.send(address, request);
    return typeof request.answer === 'object' ? request.answer : null;
  }

  /** Orders as one call acknowledged them. */
  acknowledged(call: Call): P2pOrder[] {
    return this.requests.flatMap(({ call: of, answer }) =>
      of === call && typeof answer === 'object' && answer !== null ? [answer] : [],
    );
  }

  /** Sends an acknowledged request that moves money once more; the answer must be the first one. */
  async repeatOne(address: string): Promise<void> {
    const moving = this.requests.filter(
      ({ call, answer }) =>
        typeof answer === 'object' && answer !== null && call !== 'POST tradePaid' && call !== 'POST tradeAppeal',
    );
    const request = moving[Math.floor(this.user.random() * moving.length)];
    if (request === undefined) return;
    const again: P2pRequest = { ...request, answer: null };
    await this.deliver(address, again);
    if (!isDeepStrictEqual(again.answer, request.answer)) {
      throw new Error(`the key ${request.key} was answered differently the second time`);
    }
  }

  protected keptOf(data: Record<string, unknown>): P2pOrder {
    return data as unknown as P2pOrder;
  }
}
