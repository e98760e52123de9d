import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CallInput, CallOutput } from '#protocol/calls.ts';
import { type CodeName, codes } from '#protocol/core/codes.ts';
import type { ContractOrder } from '#protocol/contracts/entities.ts';
import { PersistentClient } from '../persistent-client.ts';
import { askWhenFree, NoAnswer, type StoredRequest, type User } from '../tapping-client.ts';

type Call = 'POST contract' | 'POST cancelContract' | 'POST outContract';
/** What one of these calls answers, whose parts say which it was. */
type Answer = Partial<CallOutput<'POST contract'> & Pick<CallOutput<'POST outContract'>, 'closedLots' | 'net'>>;
type ContractRequest = StoredRequest<Call, CallInput<Call>, Answer>;
type Acknowledged = ContractRequest & { answer: Answer };
type ContractPage = CallOutput<'GET contractPage'>;
type OrderAsked = Extract<CallInput<'POST contract'>, { type: 'limit' }>;

/** What people trade. */
export const tradedContracts = ['BTCPERP', 'ETHPERP'] as const;

const transferred = '3000';
/** With what an answer takes, about a quarter of what a person asks for is then on contracts. */
const contractPaceMs = 350;
/** A page that was not there is asked for again after this. */
const pagePauseMs = 60;
/** A page is looked at again after so many requests that it was the base of. */
const requestsPerLook = 5;
/** With more of them, some are cancelled and closed before others are opened: margin is for a few dozen. */
const ordersKept = 15;
const positionsKept = 25;
const leverages = [2, 5, 10] as const;

/** Ends that each call may have beside what it is for. Whoever acts on what the page showed can be late. */
const knownRefusals: Readonly<Record<Call, readonly CodeName[]>> = {
  'POST contract': ['delegationPriceBeyondMarket', 'pairClosed', 'insufficientWalletBalance', 'quantityOutOfRange'],
  'POST cancelContract': ['orderFinished', 'cannotCancel'],
  'POST outContract': ['closeAboveRemainingLots', 'cannotCloseNow'],
};

/** Refusals for want of a price, or of somebody on the other side. */
const withoutPriceCodes: readonly unknown[] = [codes.pairClosed, codes.cannotCloseNow];

/** What a person knows of a contract, and may still do with it. */
interface KnownPage {
  readonly page: ContractPage;
  /** Its mark price, or the last one that there was. */
  readonly mark: number;
  readonly orders: string[];
  readonly positions: { readonly id: string; readonly lots: number }[];
  looksIn: number;
}

/** A person who trades contracts beside spot and writes down every acknowledgement. */
export class ContractClient extends PersistentClient<Call, CallInput<Call>, Answer> {
  protected override readonly paceMs = contractPaceMs;
  readonly #pages = new Map<string, KnownPage>();

  /** The key under which its first coins came into the wallet of contracts. */
  get transferKey(): string {
    return `${this.user.name}-moves`.padEnd(16, '-');
  }

  /** Moves practice coins of an account into its wallet of contracts. @throws Error when that is refused */
  static async open(address: string, user: User): Promise<ContractClient> {
    const client = new ContractClient(user);
    const body = { asset: 'USDT', from: 'spot', to: 'contract', amount: transferred };
    const moved = await askWhenFree(`${address}/api/transfer`, { token: user.token, key: client.transferKey, body });
    if (moved.code !== codes.success) throw new Error(`nothing was moved: ${moved.msg}`);
    return client;
  }

  /**
   * A contract as this person is shown it, with what is open of its own.
   *
   * @throws NoAnswer while the exchange is away
   */
  async look(address: string, contract: string): Promise<ContractPage> {
    const url = `${address}/api/contractPage?contract=${contract}`;
    const { data, msg } = await askWhenFree<ContractPage | null>(url, { token: this.user.token });
    if (data === null) throw new Error(`no page of ${contract}: ${msg}`);
    return data;
  }

  /** Sends an acknowledged request once more; the answer must be the first one. */
  async repeatOne(address: string): Promise<void> {
    const acknowledged = this.acknowledged();
    const request = acknowledged[Math.floor(this.user.random() * acknowledged.length)];
    if (request === undefined) return;
    const again: ContractRequest = { ...request, answer: null };
    await this.deliver(address, again);
    if (isDeepStrictEqual(again.answer, request.answer)) return;
    const answers = `${JSON.stringify(request.answer)}, then ${JSON.stringify(again.answer)}`;
    throw new Error(`the key ${request.key} was answered differently the second time: ${answers}`);
  }

  /** Requests that were done, among those from a number on. */
  acknowledged(from = 0): Acknowledged[] {
    return this.requests
      .slice(from)
      .filter((request): request is Acknowledged => typeof request.answer === 'object' && request.answer !== null);
  }

  /** Orders that were placed, as they were when they were answered. */
  placed(): ContractOrder[] {
    return this.#ordersOf('POST contract');
  }

  /** Orders whose cancelling was acknowledged. */
  cancelled(): ContractOrder[] {
    return this.#ordersOf('POST cancelContract');
  }

  /** Lots that were closed, with the id of their position. */
  closed(): { readonly id: string; readonly lots: number }[] {
    return this.acknowledged().flatMap(({ body, answer: { closedLots } }) =>
      'id' in body && closedLots !== undefined ? [{ id: body.id, lots: closedLots }] : [],
    );
  }

  /** Ends that none of these requests may have, from a number on: one line each. */
  strangeEnds(from: number): string[] {
    return this.requests.slice(from).flatMap(({ call, key, body, answer }) => {
      // Where the exchange was away until its deadline, it was not done.
      const isKnown = answer === codes.busyRetry || knownRefusals[call].some((name) => codes[name] === answer);
      if (typeof answer !== 'number' || isKnown) return [];
      return [`${key}, ${call} ${JSON.stringify(body)}, was refused with ${answer}`];
    });
  }

  protected override isServed(request: ContractRequest): boolean {
    return super.isServed(request) && !withoutPriceCodes.includes(request.answer);
  }

  /** Mostly orders; what was opened is cancelled and closed again. */
  protected async nextRequest(address: () => string): Promise<ContractRequest> {
    const known = await this.#known(address, this.#one(tradedContracts));
    known.looksIn -= 1;
    const { orders, positions } = known;
    const dice = this.user.random();
    if (orders.length > 0 && (dice < 0.2 || orders.length > ordersKept)) {
      return this.request('POST cancelContract', { id: this.#take(orders) });
    }
    if (positions.length > 0 && (dice < 0.4 || positions.length > positionsKept)) {
      const { id, lots } = this.#take(positions);
      return this.request('POST outContract', { id, lots: this.user.random() < 0.5 ? lots : Math.ceil(lots / 2) });
    }
    return this.request('POST contract', this.#order(known));
  }

  protected keptOf(data: Record<string, unknown>): Answer {
    return data;
  }

  #ordersOf(wanted: Call): ContractOrder[] {
    return this.acknowledged().flatMap(({ call, answer: { order } }) =>
      call === wanted && order !== undefined ? [order] : [],
    );
  }

  /** What is known of a contract. The page of before is enough while no new one comes. */
  async #known(address: () => string, contract: string): Promise<KnownPage> {
    for (;;) {
      const known = this.#pages.get(contract);
      if (known !== undefined && known.looksIn > 0) return known;
      try {
        const page = await this.look(address(), contract);
        const mark = Number(page.view.mark ?? known?.mark ?? 0);
        const fresh: KnownPage = {
          page,
          mark,
          orders: page.orders.map(({ id }) => id),
          positions: page.positions.map(({ id, lots }) => ({ id, lots })),
          looksIn: requestsPerLook,
        };
        // Before its first price nobody knows what to ask for.
        if (mark > 0) {
          this.#pages.set(contract, fresh);
          return fresh;
        }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (known !== undefined) return known;
      }
      await sleep(pagePauseMs);
    }
  }

  /** Most rest away from the mark price, with more lots than the others take of them. */
  #order({ page: { contract: listed, view }, mark }: KnownPage): CallInput<'POST contract'> {
    const { id: contract, tickSize, priceDecimals } = listed;
    const side = this.user.random() < 0.5 ? 'long' : 'short';
    const sign = side === 'long' ? -1 : 1;
    const priced = (wanted: number) =>
      (Math.round(wanted / Number(tickSize)) * Number(tickSize)).toFixed(priceDecimals);
    const [takeProfit, stopLoss] = side === 'long' ? [mark * 3, mark / 3] : [mark / 3, mark * 3];
    const asked: Omit<OrderAsked, 'type' | 'price' | 'lots'> = {
      contract,
      side,
      leverage: this.#one(leverages),
      takeProfit: priced(takeProfit),
      stopLoss: priced(stopLoss),
    };
    const lots = 1 + Math.floor(this.user.random() * 2);
    const dice = this.user.random();
    if (dice < 0.15) return { type: 'market', lots, ...asked };
    const best = (side === 'long' ? view.asks : view.bids)[0]?.[0];
    if (dice < 0.25 && best !== undefined) return { type: 'limit', price: best, lots, ...asked };
    const away = 0.0005 + this.user.random() * 0.01;
    return { type: 'limit', price: priced(mark * (1 + sign * away)), lots: 2 * lots, ...asked };
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.user.random() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  /** Takes one out of a list, so that it is not asked for twice. */
  #take<Item>(items: Item[]): Item {
    const item = this.#one(items);
    items.splice(items.indexOf(item), 1);
    return item;
  }
}
