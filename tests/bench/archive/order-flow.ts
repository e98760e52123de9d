import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '#protocol/core/codes.ts';
import { ask, NoAnswer } from '../../faults/tapping-client.ts';

/** How long a person waits between two orders. */
const paceMs = 20;

/** People who place orders that rest, and take them out again. */
export class OrderFlow {
  readonly #address: string;
  readonly #tokens: readonly string[];
  #starts = 0;

  /** @param tokens one session per person */
  constructor(address: string, tokens: readonly string[]) {
    this.#address = address;
    this.#tokens = tokens;
  }

  /** Lets them begin. @returns how to end it, with how long each order took and how many failed */
  start(): { readonly stop: () => Promise<{ readonly latenciesMs: readonly number[]; readonly failed: number }> } {
    const start = (this.#starts += 1);
    const latenciesMs: number[] = [];
    const over = new AbortController();
    let failed = 0;
    const trade = async (token: string, nth: number) => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        const key = `${start}-${nth}-${count}`.padEnd(16, '-');
        const body = { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '40000', amount: '0.001' };
        const began = performance.now();
        const order = await this.#askFor<{ order: { id: string } }>('currency', { token, key, body });
        latenciesMs.push(performance.now() - began);
        const cancel = { token, key: `c${key}`, body: { id: order?.order.id ?? '' } };
        if (order === null || (await this.#askFor('cancelCurrency', cancel)) === null) failed += 1;
        await sleep(paceMs);
      }
    };
    const traded = Promise.all(this.#tokens.map(trade));
    return {
      async stop() {
        over.abort();
        await traded;
        return { latenciesMs, failed };
      },
    };
  }

  /** @returns null for anything but a success */
  async #askFor<Data>(call: string, request: Parameters<typeof ask>[1]): Promise<Data | null> {
    try {
      const { code, data } = await ask<Data | null>(`${this.#address}/api/${call}`, request);
      return code === codes.success ? data : null;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return null;
    }
  }
}
