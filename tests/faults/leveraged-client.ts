import type { CallInput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import type { ContractView } from '#protocol/contracts/entities.ts';
import type { OptionRound } from '#protocol/options/entities.ts';
import { askWhenFree, type StoredRequest, registerPractice, TappingClient, untilGone } from './tapping-client.ts';

type Call = 'POST contract' | 'POST outContract' | 'POST contractOptionOrder-add';

/** What the exchange acknowledged: ids of what it made, or lots it closed. */
interface Acknowledged {
  readonly order?: { readonly id: string };
  readonly position?: { readonly id: string; readonly lots: number } | null;
  readonly entry?: { readonly id: string };
  readonly closedLots?: number;
}

type LeveragedRequest = StoredRequest<Call, CallInput<Call>, Acknowledged>;

/** Contracts that are traded, and where their index begins, in USDT. */
export const tradedContracts = { BTCPERP: 60_000, ETHPERP: 3_000, SOLPERP: 150 } as const;
const leverages = [20, 50, 100];
const transferred = '4000';

/** A user who trades contracts and options and writes down every acknowledgement. */
export class LeveragedClient extends TappingClient<Call, CallInput<Call>, Acknowledged> {
  /** Registers and moves practice coins into the wallets of contracts and options. */
  static async register(address: string, name: string, random: () => number): Promise<LeveragedClient> {
    const token = await registerPractice(address);
    for (const to of ['contract', 'option']) {
      const key = `${name}-${to}`.padEnd(16, '-');
      const body = { asset: 'USDT', from: 'spot', to, amount: transferred };
      const moved = await askWhenFree(`${address}/api/transfer`, { token, key, body });
      if (moved.code !== codes.success) throw new Error(`nothing was moved: ${moved.msg}`);
    }
    return new LeveragedClient({ token, name, random });
  }

  /** What a contract lacks of quotes on both sides; null for nothing. Viewing it brings the makers. */
  async missingQuotes(address: string, contract: string): Promise<string | null> {
    const url = `${address}/api/contractPage?contract=${contract}`;
    const { data, msg } = await askWhenFree<{ view: ContractView } | null>(url, { token: this.user.token });
    if (data === null) return msg;
    const { bids, asks } = data.view;
    return bids.length > 0 && asks.length > 0 ? null : `${bids.length} bids, ${asks.length} asks`;
  }

  /**
   * Opens positions, closes parts of them, and enters rounds that are open.
   *
   * @param factor where the index is, as a part of where it began
   */
  async play(address: string, factor: number): Promise<void> {
    await untilGone(async () => {
      for (const contract of Object.keys(tradedContracts)) await this.send(address, this.opening(contract, factor));
      const closing = this.closing();
      if (closing !== null) await this.send(address, closing);
      const { data } = await askWhenFree<{ list: OptionRound[] } | null>(`${address}/api/contractOption-starting`, {});
      for (const { id } of data?.list ?? []) {
        if (this.user.random() < 0.5) await this.send(address, this.entering(id));
      }
    });
  }

  /** What was acknowledged of one call. */
  acknowledged(call: Call): readonly (Acknowledged & { readonly body: CallInput<Call> })[] {
    return this.requests.flatMap(({ call: of, answer, body }) =>
      of === call && typeof answer === 'object' && answer !== null ? [{ ...answer, body }] : [],
    );
  }

  private opening(contract: string, factor: number): LeveragedRequest {
    const side = this.user.random() < 0.5 ? 'long' : 'short';
    const leverage = leverages[Math.floor(this.user.random() * leverages.length)] ?? 20;
    // Every third one is ended by its own prices before it is by force.
    const near = this.user.random() < 0.33;
    const from = tradedContracts[contract as keyof typeof tradedContracts] * factor;
    const [up, down] = near ? [from * 1.015, from * 0.985] : [from * 3, from / 3];
    const [above, below] = [up.toFixed(1), down.toFixed(1)];
    const prices = side === 'long' ? { takeProfit: above, stopLoss: below } : { takeProfit: below, stopLoss: above };
    const lots = 1 + Math.floor(this.user.random() * 20);
    return this.request('POST contract', { type: 'market', contract, side, lots, leverage, ...prices });
  }

  /** Half of a position reported as open, which may be gone by now. */
  private closing(): LeveragedRequest | null {
    const opened = this.acknowledged('POST contract').flatMap(({ position }) => position ?? []);
    const position = opened[Math.floor(this.user.random() * opened.length)];
    if (position === undefined) return null;
    return this.request('POST outContract', { id: position.id, lots: Math.max(1, Math.floor(position.lots / 2)) });
  }

  private entering(round: string): LeveragedRequest {
    const direction = (['up', 'down', 'flat'] as const)[Math.floor(this.user.random() * 3)] ?? 'up';
    return this.request('POST contractOptionOrder-add', {
      round,
      direction,
      stake: (1 + this.user.random() * 9).toFixed(2),
    });
  }

  protected keptOf(data: Record<string, unknown>): Acknowledged {
    return data;
  }
}
