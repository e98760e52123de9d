import type { AccountUpdate } from '../../../protocol/stream/account-fields.ts';
import { fromUnits } from '../../../protocol/maths/decimal.ts';
import type { ContractOrder, ContractPosition } from '../../../protocol/entities/contract.ts';
import type { Deposit } from '../../../protocol/entities/deposit.ts';
import type { Order } from '../../../protocol/entities/order.ts';
import type { Verification } from '../../../protocol/entities/verification.ts';
import type { Withdrawal } from '../../../protocol/entities/withdrawal.ts';
import type { WorkOrder } from '../../../protocol/entities/work-order.ts';
import type { Contracts, OwnChange } from '../../markets/contracts/contracts.ts';
import type { Identity } from '../../users/identity/identity.ts';
import { assetScale } from '../../core/assets.ts';
import type { BalanceChanges } from '../../core/ledger/balance-changes.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Notices } from '../../users/notices/notices.ts';
import type { Spot } from '../../markets/spot/spot.ts';
import { toOrder } from '../../markets/spot/spot-order.ts';
import type { AccountFeed, AccountSource } from '../topic-source.ts';

/** Money over a chain, work orders: what is under way, and word of every change after its commit. */
export interface ThingsUnderWay<Item> {
  underWay(owner: bigint): Promise<readonly Item[]>;
  onChange(listener: (owner: bigint, items: readonly Item[]) => void): void;
}

export interface AccountDeps {
  readonly spot: Pick<Spot, 'openOrders' | 'onEvents'>;
  readonly ledger: Pick<BalanceChanges, 'onChange'>;
  readonly notices: Pick<Notices, 'unread' | 'onChange'>;
  readonly deposits: ThingsUnderWay<Deposit>;
  readonly withdrawals: ThingsUnderWay<Withdrawal>;
  readonly workOrders: ThingsUnderWay<WorkOrder>;
  readonly identity: Pick<Identity, 'onChange'>;
  readonly contracts: Pick<Contracts, 'own' | 'onOwnChange'>;
  /** Every balance of a user, from the store. */
  readonly holdings: (owner: bigint) => Promise<readonly BalanceRow[]>;
  /** Told of counts that could not be read; the next change tries again. */
  readonly onFailure: (error: unknown) => void;
}

type StreamedBalance = AccountUpdate['balances'][number];

function toBalance({ wallet, asset, available, frozen, locked }: BalanceRow): StreamedBalance {
  const shown = (units: bigint) => fromUnits(units, assetScale(asset));
  return { wallet, asset, available: shown(available), frozen: shown(frozen), locked: shown(locked) };
}

/** What has changed of one user's account since it was last published. Rows are published whole, the latest of each. */
class OpenAccount implements AccountFeed {
  readonly #owner: bigint;
  readonly #deps: AccountDeps;
  readonly #due: () => void;
  readonly #leave: () => void;
  readonly #orders = new Map<string, Order>();
  readonly #balances = new Map<string, StreamedBalance>();
  readonly #deposits = new Map<string, Deposit>();
  readonly #withdrawals = new Map<string, Withdrawal>();
  readonly #positions = new Map<string, ContractPosition>();
  readonly #contractOrders = new Map<string, ContractOrder>();
  readonly #workOrders = new Map<string, WorkOrder>();
  #unread: number | null = null;
  /** Whether unread notices are being counted, and whether they changed again since. */
  #counting = false;
  #countAgain = false;
  #verification: Verification['state'] | null = null;

  constructor(owner: bigint, deps: AccountDeps, due: () => void, leave: (account: OpenAccount) => void) {
    this.#owner = owner;
    this.#deps = deps;
    this.#due = due;
    this.#leave = () => leave(this);
  }

  async load(): Promise<AccountUpdate> {
    // One after the other: a snapshot holds one connection of the store at a time.
    const holdings = await this.#deps.holdings(this.#owner);
    const unread = await this.#deps.notices.unread(this.#owner);
    const deposits = await this.#deps.deposits.underWay(this.#owner);
    const withdrawals = await this.#deps.withdrawals.underWay(this.#owner);
    const workOrders = await this.#deps.workOrders.underWay(this.#owner);
    const orders = this.#deps.spot.openOrders(this.#owner).map(toOrder);
    const contracts = this.#deps.contracts.own(this.#owner);
    return {
      orders,
      balances: holdings.map(toBalance),
      unread,
      ...published('positions', contracts.positions),
      ...published('contractOrders', contracts.orders),
      ...published('deposits', deposits),
      ...published('withdrawals', withdrawals),
      ...published('workOrders', workOrders),
    };
  }

  take(): AccountUpdate | null {
    const rows = [
      this.#orders,
      this.#balances,
      this.#positions,
      this.#contractOrders,
      this.#deposits,
      this.#withdrawals,
      this.#workOrders,
    ];
    if (rows.every(({ size }) => size === 0) && this.#unread === null && this.#verification === null) return null;
    const update = {
      orders: [...this.#orders.values()],
      balances: [...this.#balances.values()],
      unread: this.#unread,
      ...published('positions', [...this.#positions.values()]),
      ...published('contractOrders', [...this.#contractOrders.values()]),
      ...published('deposits', [...this.#deposits.values()]),
      ...published('withdrawals', [...this.#withdrawals.values()]),
      ...published('workOrders', [...this.#workOrders.values()]),
      ...(this.#verification === null ? {} : { verification: this.#verification }),
    };
    for (const kind of rows) kind.clear();
    this.#unread = null;
    this.#verification = null;
    return update;
  }

  close(): void {
    this.#leave();
  }

  ordersChanged(orders: readonly Order[]): void {
    for (const order of orders) this.#orders.set(order.id, order);
    this.#due();
  }

  balancesChanged(balances: readonly StreamedBalance[]): void {
    for (const balance of balances) this.#balances.set(`${balance.wallet}/${balance.asset}`, balance);
    this.#due();
  }

  depositsChanged(deposits: readonly Deposit[]): void {
    for (const deposit of deposits) this.#deposits.set(deposit.id, deposit);
    this.#due();
  }

  withdrawalsChanged(withdrawals: readonly Withdrawal[]): void {
    for (const withdrawal of withdrawals) this.#withdrawals.set(withdrawal.id, withdrawal);
    this.#due();
  }

  workOrdersChanged(orders: readonly WorkOrder[]): void {
    for (const order of orders) this.#workOrders.set(order.id, order);
    this.#due();
  }

  contractsChanged({ positions, orders }: OwnChange): void {
    for (const position of positions) this.#positions.set(position.id, position);
    for (const order of orders) this.#contractOrders.set(order.id, order);
    this.#due();
  }

  verificationChanged(state: Verification['state']): void {
    this.#verification = state;
    this.#due();
  }

  /** Counts the unread notices: however many come meanwhile, once more when the count under way is there. */
  async noticesChanged(): Promise<void> {
    this.#countAgain = true;
    if (this.#counting) return;
    this.#counting = true;
    try {
      while (this.#countAgain) {
        this.#countAgain = false;
        this.#unread = await this.#deps.notices.unread(this.#owner);
        this.#due();
      }
    } catch (error) {
      this.#deps.onFailure(error);
    } finally {
      this.#counting = false;
    }
  }
}

/** A notice to everybody: counted for one after the other, so that the store is not asked for all at once. */
async function recountEverybody(open: ReadonlyMap<bigint, ReadonlySet<OpenAccount>>): Promise<void> {
  const accounts = [...open.values()].flatMap((ofOne) => [...ofOne]);
  for (const account of accounts) await account.noticesChanged();
}

/** A field of the update, left out when there is nothing to tell. */
function published<Name extends 'positions' | 'contractOrders' | 'deposits' | 'withdrawals' | 'workOrders', Item>(
  name: Name,
  items: readonly Item[],
): { readonly [Field in Name]?: readonly Item[] } {
  return items.length === 0 ? {} : ({ [name]: items } as { readonly [Field in Name]: readonly Item[] });
}

/**
 * `account`: open orders, balances, money and work orders under way, and unread notices of one user. Everything
 * told is committed.
 */
export function accountSource(deps: AccountDeps): AccountSource {
  const open = new Map<bigint, Set<OpenAccount>>();

  deps.spot.onEvents((event) => {
    if (open.size === 0) return;
    for (const [owner, orders] of Map.groupBy(event.orders, (order) => order.owner)) {
      const published = open.has(owner) ? orders.map(toOrder) : [];
      for (const account of open.get(owner) ?? []) account.ordersChanged(published);
    }
  });
  deps.ledger.onChange((owner, rows) => {
    const accounts = open.get(owner);
    if (accounts === undefined) return;
    const balances = rows.map(toBalance);
    for (const account of accounts) account.balancesChanged(balances);
  });
  deps.deposits.onChange((owner, deposits) => {
    for (const account of open.get(owner) ?? []) account.depositsChanged(deposits);
  });
  deps.withdrawals.onChange((owner, withdrawals) => {
    for (const account of open.get(owner) ?? []) account.withdrawalsChanged(withdrawals);
  });
  deps.workOrders.onChange((owner, orders) => {
    for (const account of open.get(owner) ?? []) account.workOrdersChanged(orders);
  });
  deps.contracts.onOwnChange((owner, change) => {
    for (const account of open.get(owner) ?? []) account.contractsChanged(change);
  });
  deps.identity.onChange((owner, state) => {
    for (const account of open.get(owner) ?? []) account.verificationChanged(state);
  });
  deps.notices.onChange((owner) => {
    if (owner === null) void recountEverybody(open);
    else for (const account of open.get(owner) ?? []) void account.noticesChanged();
  });

  return {
    open(owner, due) {
      const accounts = open.get(owner) ?? new Set();
      open.set(owner, accounts);
      const account = new OpenAccount(owner, deps, due, (gone) => {
        accounts.delete(gone);
        if (accounts.size === 0 && open.get(owner) === accounts) open.delete(owner);
      });
      accounts.add(account);
      return account;
    },
  };
}
