import type * as v from 'valibot';
import type { CodeName } from './codes.ts';
import { type Product, products } from './products.ts';
import type { Tag } from './tags.ts';

/** Areas of the product; a whole area can be switched off by configuration. */
export type Area =
  | 'auth'
  | 'content'
  | 'market'
  | 'wallet'
  | 'contract'
  | 'option'
  | 'support'
  | 'chat'
  | 'otc'
  | 'earn'
  | 'loan'
  | 'rewards'
  | 'quant';

/** Who may call: anyone, a user with a session, a verified user, a merchant (spec point 6). */
export type Access = 'public' | 'user' | 'verified' | 'merchant';

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A call's name: its verb and its path below the API base, as in `POST login`. */
export type CallKey = `${Verb} ${string}`;

/** What money is used for. The operator can stop each of these for itself (see `src/server/core/gate`). */
export const dealings = [...products, 'convert', 'transfer', 'instant-transfer', 'deposit', 'withdrawal'] as const;

export type Dealing = (typeof dealings)[number];

/** What a call does with money, and what it answers while that is stopped. */
export interface MoneyMove {
  /** A contract of gold is dealing `gold`, also where its call says `contracts`. */
  readonly dealing: Dealing;
  /**
   * The coins it moves, each of which stops it: the one named in the input, both of the pair, those of the order it
   * names, both of the quote, the one of the advert or of an order taken from it, those of the product, holding or loan it
   * names, or USDT, which contracts and options are settled in.
   */
  readonly coins: 'named' | 'of-pair' | 'of-order' | 'of-quote' | 'of-advert' | 'of-product' | 'settling';
  /** The refusal while the dealing, one of the coins, or the chain is stopped. */
  readonly stoppedWith: CodeName;
  /**
   * The product in which it opens something new: refused with `notYetOpen` while that is switched off for the caller;
   * `of-contract` is `gold` for a contract of gold and `contracts` for any other; `of-robot` is `robots`, and `contracts` too
   * for a robot that trades one. Absent for what a switch never refuses:
   * closing, cancelling, protecting, moving and withdrawing.
   */
  readonly opens?: Product | 'of-contract' | 'of-robot';
}

/** The declaration of one call: all the exchange and the app need to know about it. */
export type CallSpec = CallFacts & (MovesMoney | MovesNone);

/** Moves money: the call must carry `Idempotency-Key` and has one effect however often it is sent. */
interface MovesMoney {
  readonly money: true;
  readonly moves: MoneyMove;
}

interface MovesNone {
  readonly money: false;
}

/**
 * What a call costs its caller and the exchange: an answer from memory; one page, a few pages or more than that read from
 * the store; a write; tens of milliseconds of a processor, as for a password or a picture; an order for a market's writer.
 * `src/server/http/call-pacing.ts` has their units.
 */
export type CallCost = 'memory' | 'read' | 'few-reads' | 'wide-read' | 'write' | 'heavy' | 'order';

interface CallFacts {
  readonly area: Area;
  /** Where the documents of the API show it. */
  readonly tag: Tag;
  readonly cost: CallCost;
  readonly access: Access;
  /**
   * The body is `multipart/form-data`: its text fields are the input, and it carries one file in the field `file`,
   * of at most `uploadMaxBytes`.
   */
  readonly upload?: true;
  /** What the call does, in one line; it becomes the operation's summary in the OpenAPI document. */
  readonly purpose: string;
  /** Query of a GET (texts), else the JSON body. Unknown fields are refused. */
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
  /** Whether an answer is the same for ever: caches then keep it for a day. Of public calls alone. */
  readonly lasts?: (output: never) => boolean;
  /**
   * For how many seconds an answer may be given to others too: caches keep it, and many who ask at once cost one answer.
   * Of public calls alone whose answer is the same for everybody.
   */
  readonly sharedSeconds?: number;
  /** Codes the call itself may refuse with, beside those any call may answer (see `anyCallRefuses`). */
  readonly refuses: readonly CodeName[];
  /** An input with the answer it may get, for the documents. Tests send it to an exchange. */
  readonly example: { readonly input: object; readonly output: object };
}

/** Codes that any call may answer whatever it declares: bad input, no session, no such thing, busy, switched off. */
export const anyCallRefuses: readonly CodeName[] = [
  'operationFailed',
  'notFound',
  'serverError',
  'unauthorized',
  'notYetOpen',
  'accountDisabled',
  'busyRetry',
];

/** The example of a call with such schemas. */
interface ExampleOf<Input extends v.GenericSchema, Output extends v.GenericSchema> {
  readonly example: { readonly input: v.InferInput<Input>; readonly output: v.InferOutput<Output> };
}

type WithExamples<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends {
    readonly input: infer Input extends v.GenericSchema;
    readonly output: infer Output extends v.GenericSchema;
  }
    ? ExampleOf<Input, Output>
    : never;
};

/** Keeps the literal types of a part of the table. An example that its schemas do not allow does not compile. */
export function defineCalls<const Table extends Readonly<Record<CallKey, CallSpec>>>(
  table: Table & WithExamples<Table>,
): Table {
  return table;
}
