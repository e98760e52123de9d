import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { toHex } from 'viem';
import type { CallInput } from '../../src/contract/calls.ts';
import { codes, type Code } from '../../src/contract/codes.ts';
import type { Withdrawal } from '../../src/contract/entities/withdrawal.ts';
import type { Envelope } from '../../src/contract/envelope.ts';
import { testAddress } from '../../src/server/chains/test-address.ts';

/** One tap of a person and what came of it, as the person knows it. Every withdrawal goes to an address of its own. */
export interface WithdrawalTap {
  readonly key: string;
  readonly body: CallInput<'POST withdrawCoinApp'>;
  /** The withdrawal as it was acknowledged, the code of a refusal, or null while nothing came back. */
  answer: Withdrawal | Code | null;
}

/** The exchange was gone before it answered. */
class NoAnswer extends Error {}

const transactionPassword = '805263';
/** As many wait for their review as may; the person tries again later. */
const pauseMs = 250;

/** A person who withdraws again and again and writes down every acknowledgement. */
export class WithdrawingClient {
  readonly taps: WithdrawalTap[] = [];
  private readonly token: string;
  private readonly name: string;
  private readonly random: () => number;

  private constructor(token: string, name: string, random: () => number) {
    this.token = token;
    this.name = name;
    this.random = random;
  }

  static async register(address: string, name: string, random: () => number): Promise<WithdrawingClient> {
    const { data } = await ask<{ token: string }>(`${address}/api/register`, { body: { kind: 'practice' } });
    const password = { password: transactionPassword, confirmation: transactionPassword };
    const body = { kind: 'transaction', proof: { by: 'nothing' }, ...password };
    const set = await ask(`${address}/api/pwd`, { token: data.token, body });
    if (set.code !== codes.success) throw new Error(`the transaction password was not set: ${set.msg}`);
    return new WithdrawingClient(data.token, name, random);
  }

  /** Withdraws until the exchange is gone. */
  async withdraw(address: string): Promise<void> {
    try {
      for (;;) {
        const tap = this.nextTap();
        this.taps.push(tap);
        await this.deliver(address, tap);
        if (typeof tap.answer === 'number') await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
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

  /** Sends an acknowledged tap once more; the answer must be the first one. */
  async repeatOne(address: string): Promise<void> {
    const acknowledged = this.acknowledged();
    const tap = acknowledged[Math.floor(this.random() * acknowledged.length)];
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
    const amount = `${10 + Math.floor(this.random() * 40)}.${Math.floor(this.random() * 1_000)}1`;
    const address = testAddress(toHex(randomBytes(20)));
    const body = { asset: 'USDT', chain: 'TEST', address, amount, remark: 'test', transactionPassword };
    return { key: `${this.name}-${this.taps.length}`.padEnd(16, '-'), body, answer: null };
  }

  /** "Busy" is no answer: the same tap is sent again. */
  private async deliver(address: string, tap: WithdrawalTap): Promise<void> {
    for (;;) {
      const answer = await ask<{ withdrawal: Withdrawal } | null>(`${address}/api/withdrawCoinApp`, {
        token: this.token,
        key: tap.key,
        body: tap.body,
      });
      if (answer.code === codes.busyRetry) continue;
      tap.answer = answer.data === null ? answer.code : answer.data.withdrawal;
      return;
    }
  }
}

/** @throws NoAnswer when the connection broke before the whole answer was there */
async function ask<Data>(
  url: string,
  { token, key, body }: { token?: string; key?: string; body: unknown },
): Promise<Envelope<Data>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (key !== undefined) headers['idempotency-key'] = key;
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw new NoAnswer(url, { cause: error });
  }
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text) as Envelope<Data>;
}
