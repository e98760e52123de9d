import type { CallInput } from '../../src/contract/calls.ts';
import { codes, type Code } from '../../src/contract/codes.ts';
import type { ContractView } from '../../src/contract/entities/contract.ts';
import type { OptionRound } from '../../src/contract/entities/option.ts';
import { ask, NoAnswer } from './trading-client.ts';

type Call = 'POST contract' | 'POST outContract' | 'POST contractOptionOrder-add';

/** What the exchange acknowledged: ids of what it made, or lots it closed. */
interface Acknowledged {
  readonly order?: { readonly id: string };
  readonly position?: { readonly id: string; readonly lots: number } | null;
  readonly entry?: { readonly id: string };
  readonly closedLots?: number;
}

/** One tap of a person and what came of it, as the person knows it. */
export interface LeveragedTap {
  readonly call: Call;
  readonly key: string;
  readonly body: CallInput<Call>;
  /** What was acknowledged, the code of a refusal, or null while nothing came back. */
  answer: Acknowledged | Code | null;
}

/** Contracts that are traded, and where their index begins, in USDT. */
export const tradedContracts = { BTCPERP: 60_000, ETHPERP: 3_000, SOLPERP: 150 } as const;
const leverages = [20, 50, 100];
const transferred = '4000';

/** A person who trades contracts and options and writes down every acknowledgement. */
export class LeveragedClient {
  readonly taps: LeveragedTap[] = [];
  private readonly token: string;
  private readonly name: string;
  private readonly random: () => number;

  private constructor(token: string, name: string, random: () => number) {
    this.token = token;
    this.name = name;
    this.random = random;
  }

  /** Registers and moves practice coins into the wallets of contracts and options. */
  static async register(address: string, name: string, random: () => number): Promise<LeveragedClient> {
    const { data } = await ask<{ token: string }>(`${address}/api/register`, { body: { kind: 'practice' } });
    for (const to of ['contract', 'option']) {
      const key = `${name}-${to}`.padEnd(16, '-');
      const body = { asset: 'USDT', from: 'spot', to, amount: transferred };
      const moved = await ask(`${address}/api/transfer`, { token: data.token, key, body });
      if (moved.code !== codes.success) throw new Error(`nothing was moved: ${moved.msg}`);
    }
    return new LeveragedClient(data.token, name, random);
  }

  /** Whether somebody offers to trade in a contract; looking at it brings the makers. */
  async offers(address: string, contract: string): Promise<boolean> {
    const url = `${address}/api/contractPage?contract=${contract}`;
    const { data } = await ask<{ view: ContractView }>(url, { token: this.token });
    return data.view.bids.length > 0 && data.view.asks.length > 0;
  }

  /**
   * Opens positions, closes parts of them, and enters rounds that are open.
   *
   * @param factor where the index is, as a part of where it began
   */
  async play(address: string, factor: number): Promise<void> {
    await this.untilGone(async () => {
      for (const contract of Object.keys(tradedContracts)) await this.send(address, this.opening(contract, factor));
      const closing = this.closing();
      if (closing !== null) await this.send(address, closing);
      const { data } = await ask<{ list: OptionRound[] }>(`${address}/api/contractOption-starting`, {});
      for (const { id } of data.list) {
        if (this.random() < 0.5) await this.send(address, this.entering(id));
      }
    });
  }

  /** Sends again what nobody answered, under its old key, as the app does. */
  async repeatUnanswered(address: string): Promise<number> {
    const unanswered = this.taps.filter((tap) => tap.answer === null);
    for (const tap of unanswered) await this.deliver(address, tap);
    return unanswered.length;
  }

  /** What was acknowledged of one call. */
  acknowledged(call: Call): readonly (Acknowledged & { readonly body: CallInput<Call> })[] {
    return this.taps.flatMap(({ call: of, answer, body }) =>
      of === call && typeof answer === 'object' && answer !== null ? [{ ...answer, body }] : [],
    );
  }

  private async untilGone(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  private opening(contract: string, factor: number): LeveragedTap {
    const side = this.random() < 0.5 ? 'long' : 'short';
    const leverage = leverages[Math.floor(this.random() * leverages.length)] ?? 20;
    // Every third one is ended by its own prices before it is by force.
    const near = this.random() < 0.33;
    const from = tradedContracts[contract as keyof typeof tradedContracts] * factor;
    const [up, down] = near ? [from * 1.015, from * 0.985] : [from * 3, from / 3];
    const [above, below] = [up.toFixed(1), down.toFixed(1)];
    const prices = side === 'long' ? { takeProfit: above, stopLoss: below } : { takeProfit: below, stopLoss: above };
    const lots = 1 + Math.floor(this.random() * 20);
    return this.tap('POST contract', { type: 'market', contract, side, lots, leverage, ...prices });
  }

  /** Half of a position that was told to be open; by now it may be gone. */
  private closing(): LeveragedTap | null {
    const opened = this.acknowledged('POST contract').flatMap(({ position }) => position ?? []);
    const position = opened[Math.floor(this.random() * opened.length)];
    if (position === undefined) return null;
    return this.tap('POST outContract', { id: position.id, lots: Math.max(1, Math.floor(position.lots / 2)) });
  }

  private entering(round: string): LeveragedTap {
    const direction = (['up', 'down', 'flat'] as const)[Math.floor(this.random() * 3)] ?? 'up';
    return this.tap('POST contractOptionOrder-add', { round, direction, stake: (1 + this.random() * 9).toFixed(2) });
  }

  private tap(call: Call, body: LeveragedTap['body']): LeveragedTap {
    return { call, body, key: `${this.name}-${this.taps.length}`.padEnd(16, '-'), answer: null };
  }

  private async send(address: string, tap: LeveragedTap): Promise<void> {
    this.taps.push(tap);
    await this.deliver(address, tap);
  }

  /** "Busy" is no answer: the same tap is sent again. */
  private async deliver(address: string, tap: LeveragedTap): Promise<void> {
    const url = `${address}/api/${tap.call.slice('POST '.length)}`;
    for (;;) {
      const answer = await ask<Acknowledged | null>(url, { token: this.token, key: tap.key, body: tap.body });
      if (answer.code === codes.busyRetry) continue;
      tap.answer = answer.data === null ? answer.code : answer.data;
      return;
    }
  }
}
