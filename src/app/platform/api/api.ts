import type { CallInput, CallName, CallOutput, MoneyCall } from '#protocol/calls.ts';
import { type Code, codes } from '#protocol/core/codes.ts';
import type { AnswerType, Envelope } from '#protocol/core/envelope.ts';
import { moneyDeadlineHeader, requestTimeoutMs } from '#protocol/core/limits.ts';
import { actOnAnswer } from './answer-actions.ts';
import { moneyAnswers } from './money-answers.ts';
import { exchangeAnswered, exchangeSilent } from '../offline/reachability.ts';
import { session } from '../session/session.ts';
import { noteTracing, traceparent } from './traceparent.ts';

/** The exchange said no. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  /** A code of the catalogue, or an unknown one, which is shown as "system busy". */
  readonly code: Code;
  readonly type: AnswerType;
  readonly data: unknown;
  /** HTTP status: from 400 on, but for 401, no handler looked at the request. */
  readonly status: number;

  constructor(code: Code, type: AnswerType, data: unknown, status = 200) {
    super(`refused with ${code}`);
    this.code = code;
    this.type = type;
    this.data = data;
    this.status = status;
  }
}

/** No answer came: no network, no exchange, or more than a minute passed. What was asked may or may not be done. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The device has no network, so that nothing was sent: nothing is done, and nothing waits to be. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/**
 * Whether the outcome is unknown: no answer came, or a 500, which says nothing about it. A call that moves
 * money keeps its key then: sent again as it was, it has one effect.
 */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof ApiRefusal && error.code === codes.serverError);
}

interface CallOptions {
  /** Ends the call early; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

type HarmlessCall = Exclude<CallName, MoneyCall>;

/**
 * Calls the exchange.
 *
 * @throws ApiRefusal when it says no; session redirects are already under way then
 * @throws Unreachable when no answer comes within a minute (spec point 9)
 */
export function call<Name extends HarmlessCall>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallOutput<Name>> {
  return send<Name>(name, input, options, null);
}

/** What a call that moves money is sent with; `moneyCall` is how screens make one. */
interface MoneyOptions extends CallOptions {
  /** The idempotency key: the same at every try. */
  readonly key: string;
  /** Server time until which it may be done, in epoch milliseconds; null for none. */
  readonly deadline: number | null;
  /** Not started by a tap: a refusal does not redirect. */
  readonly silent?: boolean;
}

/**
 * Sends a call that moves money once.
 *
 * @throws ApiRefusal, Unreachable as `call` does
 */
export function sendMoneyCall<Name extends MoneyCall>(
  name: Name,
  input: CallInput<Name>,
  options: MoneyOptions,
): Promise<CallOutput<Name>> {
  return send<Name>(name, input, options, options);
}

export interface MoneyCallOptions {
  /** Facts for the list of pending outcomes that the body does not contain. */
  readonly about?: Readonly<Record<string, string>>;
  /** Called once when no answer came: the outcome is unknown and is being checked. */
  readonly onUnknown?: () => void;
}

/**
 * Calls the exchange for something that moves money, and answers once it is known what became of it: while it is not,
 * the exchange is asked again with the same key and body, also after the page was loaded again. The same thing asked
 * for again meanwhile is the same order.
 *
 * @throws ApiRefusal when it was not done
 * @throws NotSent, TooManyOpen when nothing was sent
 * @throws OutcomeLeft when the form released it: the result is then shown on its own
 * @throws OutcomeUnclear when it could not be found out within a day
 */
export async function moneyCall<Name extends MoneyCall>(
  name: Name,
  input: CallInput<Name>,
  options: MoneyCallOptions = {},
): Promise<CallOutput<Name>> {
  // Fetched in idle time: a form opens without it. Where it does not come nothing can be sent either.
  const sending = await import('../pending-outcomes/sending.ts').catch((cause: unknown) => {
    throw new NotSent('', { cause });
  });
  return sending.sendAndFindOut(name, input, options);
}

/** With as many digits as every time since 2001 has, also for "at no time". */
function deadlineText(deadline: number): string {
  return String(Math.trunc(deadline)).padStart(13, '0');
}

interface Address {
  readonly verb: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** Address and body of a call: `{name}` in the path takes its value from the input, a GET's rest is its query. */
export function callAddress(base: string, name: string, input: object): Address {
  const [verb = 'GET', path = ''] = name.split(' ');
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest.get(parameter);
    rest.delete(parameter);
    return encodeURIComponent(String(value));
  });
  if (verb !== 'GET') return { verb, url: base + filled, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams([...rest].map(([key, value]) => [key, String(value)])).toString();
  return { verb, url: base + filled + (query === '' ? '' : `?${query}`), body: undefined };
}

async function send<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions,
  money: MoneyOptions | null,
): Promise<CallOutput<Name>> {
  const token = session.get()?.token ?? null;
  const { verb, url, body } = callAddress(import.meta.env.API_BASE, name, input);
  const headers = new Headers();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (money !== null) headers.set('idempotency-key', money.key);
  if (money !== null && money.deadline !== null) headers.set(moneyDeadlineHeader, deadlineText(money.deadline));
  const trace = traceparent();
  if (trace !== null) headers.set('traceparent', trace);
  const request: RequestInit = { method: verb, headers, credentials: 'omit', cache: 'no-store' };
  if (body !== undefined) request.body = body;
  const { status, envelope } = await fetchEnvelope(url, request, options.signal);
  if (money !== null) moneyAnswers.set(moneyAnswers.get() + 1);
  if (envelope.code === codes.success && status < 400) return envelope.data as CallOutput<Name>;
  const refusal = new ApiRefusal(envelope.code, envelope.type, envelope.data, status);
  // An answer to a session that was left meanwhile must not end the new one.
  if (money?.silent !== true && (session.get()?.token ?? null) === token) actOnRefusal(status, refusal);
  throw refusal;
}

/** Does what a refusal asks of the app: its redirects, and the transaction password after HTTP 401. */
export function actOnRefusal(status: number, { type }: ApiRefusal): void {
  if (status === 401) actOnAnswer('transaction-password');
  else if (type !== 'ok' && type !== 'error') actOnAnswer(type);
}

async function fetchEnvelope(
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<{ status: number; envelope: Envelope }> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), requestTimeoutMs);
  const stop = () => limit.abort();
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    const response = await fetch(url, { ...request, signal: limit.signal });
    noteTracing(response);
    const envelope = readEnvelope(await response.text(), response.status);
    exchangeAnswered(Date.now());
    return { status: response.status, envelope };
  } catch (error) {
    signal?.throwIfAborted();
    exchangeSilent();
    throw error instanceof Unreachable ? error : new Unreachable('no answer', { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * The envelope of an answer.
 *
 * @throws Unreachable when what came is not from the exchange: a proxy's own page, a hotel's log-in
 */
export function readEnvelope(text: string, status: number): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'code' in value && 'type' in value) return value as Envelope;
  } catch {
    // Not JSON, so not the exchange's.
  }
  throw new Unreachable(`no envelope, HTTP ${status}`);
}
