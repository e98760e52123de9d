import type { Area } from '#protocol/core/call.ts';
import type { CallName, CallOutput, calls, CallsOfArea, CheckedInput, MoneyCall, UploadCall } from '#protocol/calls.ts';
import type { Refusal } from './failures/refusal.ts';
import type { Countries } from './countries.ts';

/** The authenticated caller. */
export interface Caller {
  readonly userId: bigint;
  readonly sessionId: bigint;
}

/** What every handler knows about the request besides its input. */
export interface RequestFacts {
  readonly requestId: string;
  /** Network of the client, for attempt limits (see `clientAddress`); never logged beside an account. */
  readonly address: string;
  /** The client runs on the exchange's own machine and is not a proxy. */
  readonly isLocal: boolean;
  readonly userAgent: string;
  /** Where the caller may live: of the account, else of the connection as a trusted proxy names it. */
  readonly countries: Countries;
}

type CallerOf<Name extends CallName> = (typeof calls)[Name]['access'] extends 'public' ? Caller | null : Caller;

/** Context of handlers that need the calling page, as for passkeys. */
export interface PageFacts extends RequestFacts {
  /** Origin of the calling page, when a browser sent one and it is this exchange's own; else null. */
  readonly origin: string | null;
}

/** The uploaded file as received: nothing of it is trusted. */
export interface UploadedFile {
  /** At most `uploadMaxBytes`. */
  readonly bytes: Buffer;
}

/**
 * The context of a call; uploads also carry their file. Calls that move money carry their validated idempotency key and,
 * when nothing new may be done any more, the refusal that says why: the app's deadline has passed, or the product is
 * switched off. Handlers that store their answers with `once` are then called only if there is a stored answer.
 */
export type CallContext<Name extends CallName> = PageFacts & {
  readonly caller: CallerOf<Name>;
} & (Name extends MoneyCall ? { readonly idempotencyKey: string; readonly barred?: Refusal | undefined } : unknown) &
  (Name extends UploadCall ? { readonly file: UploadedFile } : unknown);

/** Serves one call: returns its output or throws a `Refusal` with a code that the call declares. */
export type Handler<Name extends CallName> = (
  input: CheckedInput<Name>,
  context: CallContext<Name>,
) => Promise<CallOutput<Name>>;

/** A handler for every call of the contract. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };

/** The handlers of one area: missing and extra ones both fail the type check. */
export type AreaHandlers<A extends Area> = Pick<Handlers, CallsOfArea<A>>;
