import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { toHex } from 'viem';
import type { CallInput } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/codes.ts';
import type { Withdrawal } from '../../src/contract/entities/withdrawal.ts';
import { testAddress } from '../../src/server/chains/test-address.ts';
import { ask, type KeptTap, registerPractice, TappingClient, untilGone } from './tapping-client.ts';

type Call = 'POST withdrawCoinApp';
type Body = CallInput<Call>;
export type WithdrawalTap = KeptTap<Call, Body, Withdrawal>;

const transactionPassword = '805263';
/** As many wait for their review as may; the person tries again later. */
const pauseMs = 250;

/**
 * A person who withdraws again and again, each time to an address of its own, and writes down every acknowledgement.
 */
export class WithdrawingClient extends TappingClient<Call, Body, Withdrawal> {
  static async register(address: string, name: string, random: () => number): Promise<WithdrawingClient> {
    const token = await registerPractice(address);
    const password = { password: transactionPassword, confirmation: transactionPassword };
    const body = { kind: 'transaction', proof: { by: 'nothing' }, ...password };
    const set = await ask(`${address}/api/pwd`, { token, body });
    if (set.code !== codes.success) throw new Error(`the transaction password was not set: ${set.msg}`);
    return new WithdrawingClient({ token, name, random });
  }

  /** Withdraws until the exchange is gone. */
  async withdraw(address: string): Promise<void> {
    await untilGone(async () => {
      for (;;) {
        const tap = this.nextTap();
        await this.send(address, tap);
        if (typeof tap.answer === 'number') await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
  }

  /** Sends an acknowledged tap once more; the answer must be the first one. */
  async repeatOne(address: string): Promise<void> {
    const acknowledged = this.acknowledged();
    const tap = acknowledged[Math.floor(this.person.random() * acknowledged.length)];
    if (tap === undefined) return;
    const again: WithdrawalTap = { ...tap, answer: null };
    await this.deliver(address, again);
    if (!isDeepStrictEqual(again.answer, tap.answer)) {
      throw new Error(`the key ${tap.key} was answered differently the second time`);
    }
  }

  /** Taps that became a withdrawal, as far as the person was told. */
  acknowledged(): (WithdrawalTap & { answer: Withdrawal })[] {
    return this.taps.filter(
      (tap): tap is WithdrawalTap & { answer: Withdrawal } => typeof tap.answer === 'object' && tap.answer !== null,
    );
  }

  private nextTap(): WithdrawalTap {
    const amount = `${10 + Math.floor(this.person.random() * 40)}.${Math.floor(this.person.random() * 1_000)}1`;
    const address = testAddress(toHex(randomBytes(20)));
    const body = { asset: 'USDT', chain: 'TEST', address, amount, remark: 'test', transactionPassword };
    return this.tap('POST withdrawCoinApp', body);
  }

  protected keptOf(data: Record<string, unknown>): Withdrawal {
    return data['withdrawal'] as Withdrawal;
  }
}
