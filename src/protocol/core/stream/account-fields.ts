import type { RiskArea } from '#protocol/accounts/entities/binding.ts';
import type { ContractOrder, ContractPosition } from '#protocol/contracts/entities.ts';
import type { Deposit } from '#protocol/deposits/entities.ts';
import type { P2pTalk } from '#protocol/p2p/entities/conversation.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { RobotChange } from '#protocol/robots/entities/robots.ts';
import type { Verification } from '#protocol/accounts/entities/verification.ts';
import type { Balance, HeldValue } from '#protocol/wallets/entities/wallet.ts';
import type { Withdrawal } from '#protocol/withdrawals/entities.ts';
import type { Ticket } from '#protocol/tickets/entities.ts';

/** A field of rows: an update carries whole rows, and the latest row of a key counts. */
export interface RowsField<Row> {
  readonly merge: 'rows';
  readonly key: (row: Row) => string;
  /** Whether the row leaves what it is merged into; absent where rows stay. */
  readonly isGone?: (row: Row) => boolean;
  /**
   * Rows are in the order of their last change, so that the oldest can be dropped. Otherwise each keeps its first
   * place.
   */
  readonly byChange?: true;
}

/** A field of one value, of which the latest counts. */
export interface LatestField<Value> {
  readonly merge: 'latest';
  /** What it is before it was published for the first time. */
  readonly initial: Value;
}

/** Part of every update: without news as no rows or null. Other fields are absent then. */
interface Always {
  readonly always: true;
}

function rows<Row>(terms: Omit<RowsField<Row>, 'merge'>): RowsField<Row> {
  return { merge: 'rows', ...terms };
}

function latest<Value>(initial: Value): LatestField<Value> {
  return { merge: 'latest', initial };
}

function always<Field extends object>(field: Field): Field & Always {
  return { ...field, always: true };
}

const byId = ({ id }: { readonly id: string }): string => id;
const isEnded = ({ status }: { readonly status: Order['status'] }): boolean => status !== 'open';

/**
 * The fields of the account topic in the order they are sent in: what a snapshot holds of each, and how updates of it
 * are merged by the exchange between two ticks, by the hub between two frames, and by the page into what it shows.
 */
export const accountFields = {
  /** Spot orders: the open ones in a snapshot, changed ones in a delta. */
  orders: always(rows<Order>({ key: byId, isGone: isEnded })),
  /** Balances of every wallet. */
  balances: always(rows<Omit<Balance, 'valuation'>>({ key: ({ wallet, asset }) => `${wallet}/${asset}` })),
  /** Number of unread notices; null when it did not change. */
  unread: always(latest<number>(0)),
  /** Contract positions: the open ones in a snapshot, changed ones in a delta; with no lots left they are closed. */
  positions: rows<ContractPosition>({ key: byId, isGone: ({ lots }) => lots === 0 }),
  /** Contract orders: the open ones in a snapshot, changed ones in a delta. */
  contractOrders: rows<ContractOrder>({ key: byId, isGone: isEnded }),
  /** Deposits: those on their way in a snapshot, changed ones in a delta. */
  deposits: rows<Deposit>({ key: byId, byChange: true }),
  /** Withdrawals: those on their way in a snapshot, changed ones in a delta. */
  withdrawals: rows<Withdrawal>({ key: byId, byChange: true }),
  /** Tickets: those that are not closed or hold an unread answer in a snapshot, changed ones in a delta. */
  workOrders: rows<Ticket>({ key: byId, byChange: true }),
  /** P2P orders: the open ones in a snapshot, changed ones in a delta. */
  fiatOrders: rows<P2pOrder>({ key: byId, byChange: true }),
  /** Conversations of P2P orders: those of open orders in a snapshot, changed ones in a delta. */
  fiatTalks: rows<P2pTalk>({ key: ({ order }) => order, byChange: true }),
  /** Own robots that did something, with when: whoever shows one asks for it again. Nothing in a snapshot. */
  robots: rows<RobotChange>({ key: byId, byChange: true }),
  /** Value that has to stay in the account until a time; null until there is some, and it stays as published when it ends. */
  held: latest<HeldValue | null>(null),
  /** State of the real-name authentication, published when it changes; null until then. */
  verification: latest<Verification['state'] | null>(null),
  /** Areas whose risk warning the account accepted; null until published. */
  risks: latest<readonly RiskArea[] | null>(null),
} as const;

type Fields = typeof accountFields;

export type AccountField = keyof Fields;

/** Fields of rows, and fields of one value. */
export type AccountRowsField = {
  [Name in AccountField]: Fields[Name] extends RowsField<infer _> ? Name : never;
}[AccountField];
export type AccountLatestField = Exclude<AccountField, AccountRowsField>;

/** A row of a field of rows. */
export type AccountRow<Name extends AccountRowsField> = Fields[Name] extends RowsField<infer Row> ? Row : never;

type AlwaysField = { [Name in AccountField]: Fields[Name] extends Always ? Name : never }[AccountField];

type Sent<Name extends AccountField> = Name extends AccountRowsField
  ? readonly AccountRow<Name>[]
  : NonNullable<Fields[Name] extends LatestField<infer Value> ? Value : never>;

type Unchanged<Name extends AccountField> = Name extends AccountLatestField ? null : never;

/** The private topic: everything in a snapshot, what changed in a delta. Rows are whole. */
export type AccountUpdate = {
  readonly [Name in AlwaysField]: Sent<Name> | Unchanged<Name>;
} & { readonly [Name in Exclude<AccountField, AlwaysField>]?: Sent<Name> };

/** Some fields of the account, as one area publishes them. */
export type AccountChange<Name extends AccountField = AccountField> = Partial<Pick<AccountUpdate, Name>>;

/** What updates come to: every field, whether it was published or not. */
export type AccountState = {
  readonly [Name in AccountField]: Name extends AccountRowsField
    ? readonly AccountRow<Name>[]
    : Fields[Name] extends LatestField<infer Value>
      ? Value
      : never;
};

function namesOf<Name extends AccountField>(merge: 'rows' | 'latest'): readonly Name[] {
  return (Object.keys(accountFields) as Name[]).filter((name) => accountFields[name].merge === merge);
}

/** The names of the fields of rows, and of those of one value, in the order of the table. */
export const accountRowsFields = namesOf<AccountRowsField>('rows');
export const accountLatestFields = namesOf<AccountLatestField>('latest');
/** The names of all fields. */
export const accountFieldNames = Object.keys(accountFields) as readonly AccountField[];
