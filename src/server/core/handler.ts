import type { Area } from '../../protocol/call.ts';
import type {
  CallName,
  CallOutput,
  calls,
  CallsOfArea,
  CheckedInput,
  MoneyCall,
  UploadCall,
} from '../../protocol/calls.ts';

/** Who is calling, once the session was checked. */
export interface Caller {
  readonly userId: bigint;
  readonly sessionId: bigint;
}

/** What every handler knows about the request besides its input. */
export interface RequestFacts {
  readonly requestId: string;
  /** Network of the client, for attempt limits (see `clientAddress`); never logged beside an account. */
  readonly address: string;
  /** The client is a program of the exchange's own machine, and nothing says that it speaks for somebody else. */
  readonly isLocal: boolean;
  readonly userAgent: string;
}

type CallerOf<Name extends CallName> = (typeof calls)[Name]['access'] extends 'public' ? Caller | null : Caller;

/** What a handler also knows where the page itself matters, as for passkeys. */
export interface PageFacts extends RequestFacts {
  /** Origin of the page that calls, when a browser named one and it is this exchange's own; else null. */
  readonly origin: string | null;
}

/** The file of an upload as it came: nothing of it is known to be true. */
export interface UploadedFile {
  /** At most `uploadMaxBytes`. */
  readonly bytes: Buffer;
  /** What the sender says it is, as in `image/jpeg`. */
  readonly declaredType: string;
}

/**
 * The context of a call; uploads also carry their file, and calls that move money their idempotency key, already
 * well-formed, with whether the deadline has passed that the app named: then nothing new may be done for it. Handlers
 * that keep their answers by `once` are not even asked then, unless there is an answer.
 */
export type CallContext<Name extends CallName> = PageFacts & {
  readonly caller: CallerOf<Name>;
} & (Name extends MoneyCall ? { readonly idempotencyKey: string; readonly isLate?: boolean | undefined } : unknown) &
  (Name extends UploadCall ? { readonly file: UploadedFile } : unknown);

/** Serves one call: answers its output or throws a `Refusal` with a code that the call declares. */
export type Handler<Name extends CallName> = (
  input: CheckedInput<Name>,
  context: CallContext<Name>,
) => Promise<CallOutput<Name>>;

/** A handler for every call of the contract. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };

/** The handlers of one area: a missing one and one too many both fail the type check. */
export type AreaHandlers<A extends Area> = Pick<Handlers, CallsOfArea<A>>;
