import { houseOwners } from '#server/core/ledger/account.ts';

/** A merchant of practice mode: how fast it acts, and what is special about it. Times after what it waits for. */
export interface Temper {
  /** Its account of the house, see `houseOwners`. */
  readonly id: bigint;
  readonly nickname: string;
  readonly firstName: string;
  readonly lastName: string;
  /** From the order to its payment, as a buyer. */
  readonly payMs: number;
  /** From the payment to the release, as a seller; null: never, so that an appeal can be tried. */
  readonly releaseMs: number | null;
  /** It shows a payment proof before it marks an order as paid. */
  readonly proves: boolean;
  /** It asks something in the conversation and waits for an answer before it releases, up to this long; null: it does not. */
  readonly answerMs: number | null;
  /** Of the index, in per cent, for selling and for buying. */
  readonly sells: string;
  readonly buys: string;
}

/** The four merchants of practice mode. Their names say what they are. */
export const tempers: readonly Temper[] = [
  {
    id: houseOwners.merchantQuick,
    nickname: 'Quick (practice)',
    firstName: 'Nora',
    lastName: 'Swift',
    payMs: 4_000,
    releaseMs: 5_000,
    proves: false,
    answerMs: null,
    sells: '100.4',
    buys: '99.6',
  },
  {
    id: houseOwners.merchantSlow,
    nickname: 'Slow (practice)',
    firstName: 'Otto',
    lastName: 'Calm',
    payMs: 25_000,
    releaseMs: 40_000,
    proves: true,
    answerMs: null,
    sells: '100.2',
    buys: '99.8',
  },
  {
    id: houseOwners.merchantCurious,
    nickname: 'Curious (practice)',
    firstName: 'Iris',
    lastName: 'Keen',
    payMs: 10_000,
    releaseMs: 8_000,
    proves: false,
    answerMs: 60_000,
    sells: '100.3',
    buys: '99.7',
  },
  {
    id: houseOwners.merchantSilent,
    nickname: 'Silent (practice)',
    firstName: 'Hugo',
    lastName: 'Still',
    payMs: 15_000,
    releaseMs: null,
    proves: false,
    answerMs: null,
    sells: '100.1',
    buys: '99.9',
  },
];

export const temperOf = (id: bigint): Temper | null => tempers.find((one) => one.id === id) ?? null;
