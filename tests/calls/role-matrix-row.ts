import type { CallName } from '#protocol/calls.ts';
import { type User, type Role, transactionPassword } from './role-matrix-world.ts';

/** The answer to each role: the code's name, or the redirect (`999` to log-in, `expired` to log in again). */
export type Outcomes = Readonly<Record<Role, string>>;

/** A call that names nothing of anybody's, or only the caller's own. */
export interface PlainRow {
  readonly what?: string;
  readonly answers: Outcomes;
  /** A right body of the caller. */
  readonly body?: (who: User, role: Role) => Promise<object> | object;
  /** A field of the answer whose values are the caller's alone: the owner hears some, and nobody else any of them. */
  readonly own?: string;
}

/** A call that names an object of the owner's. */
export interface ObjectRow {
  readonly what?: string;
  readonly answers: Outcomes;
  /** Makes one for the owner; its id. */
  readonly make: () => Promise<string>;
  /** An unknown id. */
  readonly absent: string;
  /** A body that names it, right but for that in everything. */
  readonly of: (id: string, role: Role) => Promise<object> | object;
}

export type Row = PlainRow | ObjectRow;

/** The same answer for all. */
export const anybody = (answer = 'success'): Outcomes => ({
  visitor: answer,
  owner: answer,
  other: answer,
  verified: answer,
  merchant: answer,
  disabled: answer,
  ended: answer,
});
/** The same answer for every session. */
export const users = (answer = 'success'): Outcomes => ({
  ...anybody(answer),
  visitor: '999',
  disabled: 'expired',
  ended: 'expired',
});
/** The owner may, and for everybody else there is no such thing. */
export const ownerAlone = (refusal = 'notFound'): Outcomes => ({
  ...users(),
  other: refusal,
  verified: refusal,
  merchant: refusal,
});

export const noId = '987654321098765';
export const noFile = 'x'.repeat(22);
export const secret = { transactionPassword };

/** Rows of some calls. */
export type SomeRows = Partial<Readonly<Record<CallName, readonly Row[]>>>;
