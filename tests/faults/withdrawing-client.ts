import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { toHex } from 'viem';
import type { CallInput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import type { Withdrawal } from '#protocol/withdrawals/entities.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { askWhenFree, type StoredRequest, registerPractice, TappingClient, untilGone } from './tapping-client.ts';

type Call = 'POST withdrawCoinApp';
type Body = CallInput<Call>;
export type WithdrawalRequest = StoredRequest<Call, Body, Withdrawal>;

const transactionPassword = '805263';
/** As many wait for their review as may; the user tries again later. */
const pauseMs = 250;

/**
 * A user who withdraws again and again, each time to an address of its own, and writes down every acknowledgement.
 */
export class WithdrawingClient extends TappingClient<Call, Body, Withdrawal> {
  static async register(address: string, name: string, random: () => number): Promise<WithdrawingClient> {
    const token = await registerPractice(address);
    const password = { password: transactionPassword, confirmation: transactionPassword };
    const body = { kind: 'transaction', proof: { by: 'nothing' }, ...password };
    const set = await askWhenFree(`${address}/api/pwd`, { token, body });
    if (set.code !== codes.success) throw new Error(`the transaction password was not set: ${set.msg}`);
    return new WithdrawingClient({ token, name, random });
  }

  /** Withdraws until the exchange is gone. */
  async withdraw(address: string): Promise<void> {
    await untilGone(async () => {
      for (;;) {
        const request = this.nextRequest();
        await this.send(address, request);
        if (typeof request.answer === 'number') await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
  }

  /** Sends an acknowledged request once more; the answer must be the first one. */
  async repeatOne(address: string): Promise<void> {
    const acknowledged = this.acknowledged();
    const request = acknowledged[Math.floor(this.user.random() * acknowledged.length)];
    if (request === undefined) return;
    const again: WithdrawalRequest = { ...request, answer: null };
    await this.deliver(address, again);
    if (!isDeepStrictEqual(again.answer, request.answer)) {
      throw new Error(`the key ${request.key} was answered differently the second time`);
    }
  }

  /** Requests that became a withdrawal, as far as the user was answered. */
  acknowledged(): (WithdrawalRequest & { answer: Withdrawal })[] {
    return this.requests.filter(
      (request): request is WithdrawalRequest & { answer: Withdrawal } =>
        typeof request.answer === 'object' && request.answer !== null,
    );
  }

  private nextRequest(): WithdrawalRequest {
    const amount = `${10 + Math.floor(this.user.random() * 40)}.${Math.floor(this.user.random() * 1_000)}1`;
    const address = testAddress(toHex(randomBytes(20)));
    const body = { asset: 'USDT', chain: 'TEST', address, amount, remark: 'test', transactionPassword };
    return this.request('POST withdrawCoinApp', body);
  }

  protected keptOf(data: Record<string, unknown>): Withdrawal {
    return data['withdrawal'] as Withdrawal;
  }
}
