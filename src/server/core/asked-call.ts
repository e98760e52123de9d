import type { CallSpec } from '#protocol/core/call.ts';
import type { CallName } from '#protocol/calls.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { requestTimeoutMs } from '#protocol/core/limits.ts';
import type { UploadedFile } from './handler.ts';

/** A form with one file, read whole. */
export interface Upload {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: UploadedFile;
}

/** A request of a call, as the process that reads HTTP hands it on: headers and body are as received, unvalidated. */
export interface AskedCall {
  readonly requestId: string;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | undefined;
  /** The header that names the deadline of what moves money. */
  readonly deadline: string | undefined;
  /** Network of the client (see `clientAddress`). */
  readonly address: string;
  /** The client runs on the machine of the process that reads HTTP, and is not a proxy. */
  readonly isLocal: boolean;
  readonly userAgent: string;
  /** Origin of the calling page when it is this exchange's own; else null. */
  readonly origin: string | null;
  /** Country of the connection as a trusted proxy names it; null when unknown. */
  readonly country: string | null;
  readonly query: unknown;
  readonly params: unknown;
  readonly body: unknown;
}

/** A request of a call whose form, if it has one, is read only once its sender may upload. */
export interface AskedCallWithForm extends AskedCall {
  /** Reads the form of an upload; absent for every other call. */
  readonly readUpload?: () => Promise<Upload>;
}

/** Calls that move money are answered within this, if only with an unknown outcome (`OutcomeUnknown`). */
const moneyAnswerMs = 5_000;

/** How long the answer to a call may take, in milliseconds. */
export function answerWithinMs(spec: CallSpec): number {
  return spec.money && spec.upload !== true ? moneyAnswerMs : requestTimeoutMs;
}

/** The answer to a call. */
export interface AnsweredCall {
  /** The envelope, or its JSON text where it came over a wire. */
  readonly body: Envelope | string;
  /** Whether the answer is the same for ever, for everybody. */
  readonly lasts: boolean;
}

/** Serves calls: access, limits, input, pace and idempotency, then the handler. */
export interface CallService {
  /**
   * @throws Refusal, RequestFault, StoreUnavailable (nothing was done) or OutcomeUnknown (it may have been done);
   *   anything else is a broken invariant
   */
  serve(name: CallName, asked: AskedCallWithForm): Promise<AnsweredCall>;
}
