import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Area, CallSpec } from '#protocol/core/call.ts';
import type { CallName, CheckedInput, MoneyCall } from '#protocol/calls.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import type { Product, SwitchedOffReason } from '#protocol/core/products.ts';
import type { AskedCall, AskedCallWithForm } from '../core/asked-call.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { RequestFault } from '../core/failures/request-fault.ts';
import type { Countries } from '../core/countries.ts';
import type { Handlers } from '../core/handler.ts';
import type { SessionGate, SessionHolder, SessionUse } from '../core/session-gate.ts';
import { checkAccess } from './access.ts';
import { checkIdempotencyKey, checkInput, type RawInput } from './call-input.ts';
import type { CallPacing } from './call-pacing.ts';
import { answerEnvelope } from './envelope.ts';
import { checkDeadline, type MoneyAsks } from './money-requests.ts';
import type { createUploadGate } from './upload.ts';

export interface CallServingDeps {
  readonly handlers: Handlers;
  readonly sessions: SessionGate;
  /** Whether an area of the product is enabled; calls of a disabled one answer 2015. */
  readonly areaIsOn: (area: Area) => boolean;
  /** Test mode: an undeclared refusal and an answer that breaks its schema are broken invariants. */
  readonly strict: boolean;
  /** Whether a contract is one of gold. */
  readonly isGold: (contract: string) => boolean;
  /** Why a product is switched off for somebody of these countries; null when it is on. */
  readonly switchedOff: (product: Product, countries: Countries) => SwitchedOffReason | null;
}

/** Limits of all calls together. */
interface CallLimits {
  readonly pacing: CallPacing;
  readonly moneyAsks: MoneyAsks;
  readonly uploads: ReturnType<typeof createUploadGate>;
  /** @throws RequestFault 429 when it is one call too many of the user */
  readonly admitUser: (userId: bigint) => void;
}

/** Calls a page needs before anything else, also to know which areas are disabled. */
const alwaysOn: ReadonlySet<string> = new Set(['GET web/config', 'GET common/sysTime', 'POST common/version']);

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>;

/**
 * Serves requests of one call: access, limits, input, pace, and for what moves money key and deadline, then its handler.
 *
 * @throws Error when the call has no handler
 */
export function callServing(
  { name, spec, isRead }: { readonly name: CallName; readonly spec: CallSpec; readonly isRead: boolean },
  deps: CallServingDeps,
  { pacing, moneyAsks, uploads, admitUser }: CallLimits,
): (asked: AskedCallWithForm) => Promise<Envelope> {
  const handler = (deps.handlers as unknown as Record<string, AnyHandler>)[name];
  if (handler === undefined) throw new Error(`No handler for ${name}`);
  const use: SessionUse = isRead ? 'read' : 'write';

  async function serve(asked: AskedCallWithForm): Promise<Envelope> {
    if (!alwaysOn.has(name) && !deps.areaIsOn(spec.area)) throw new Refusal('notYetOpen');
    const holder = await checkAccess(spec.access, asked.authorization, deps.sessions, use);
    if (holder !== null) admitUser(holder.userId);
    const { readUpload } = asked;
    if (spec.upload !== true) return answerCall(asked, holder, asked, {});
    if (readUpload === undefined) throw new RequestFault(400, 'operationFailed', 'Bad form: none');
    return uploads.within(holder?.userId ?? null, async () => {
      const { fields, file } = await readUpload();
      return answerCall(asked, holder, { query: asked.query, params: asked.params, body: fields }, { file });
    });
  }

  async function answerCall(
    asked: AskedCall,
    holder: SessionHolder | null,
    raw: RawInput,
    more: object,
  ): Promise<Envelope> {
    const input = checkInput(spec.input, isRead, raw, spec.refuses);
    const facts = {
      requestId: asked.requestId,
      address: asked.address,
      isLocal: asked.isLocal,
      userAgent: asked.userAgent,
      origin: asked.origin,
      countries: countriesOf(asked, holder),
      caller: holder === null ? null : { userId: holder.userId, sessionId: holder.sessionId },
    };
    const output = await pacing.run(name, holder?.userId ?? asked.address, async () =>
      spec.money && holder !== null
        ? serveMoney(asked, holder, input, { ...facts, ...more })
        : handler?.(input, { ...facts, ...more }),
    );
    if (deps.strict) assertOutput(name, spec, output);
    return answerEnvelope(output);
  }

  function switchedOff(input: unknown, countries: Countries): Refusal | null {
    const reasons = openedProducts(spec, input, deps.isGold).map((product) => deps.switchedOff(product, countries));
    const reason = reasons.find((one) => one !== null) ?? null;
    return reason === null ? null : new Refusal('notYetOpen', { reason });
  }

  function serveMoney(
    asked: AskedCall,
    holder: SessionHolder,
    input: unknown,
    facts: { readonly countries: Countries },
  ): Promise<unknown> {
    const key = checkIdempotencyKey(asked.idempotencyKey);
    const deadline = checkDeadline(asked.deadline);
    const money = { userId: holder.userId, call: name as MoneyCall, key };
    const isOff = () => switchedOff(input, facts.countries);
    return moneyAsks.serve(money, deadline, isOff, async (barred) =>
      handler?.(input, { ...facts, idempotencyKey: key, barred }),
    );
  }

  return serve;
}

/** What is known of the account precedes the connection: a traveller's account stays at home. */
function countriesOf({ country }: AskedCall, holder: SessionHolder | null): Countries {
  if (holder !== null && holder.countries.length > 0) return holder.countries;
  return country === null ? [] : [country];
}

/** The products in which a call opens something new; none for every other call. */
function openedProducts(spec: CallSpec, input: unknown, isGold: (contract: string) => boolean): readonly Product[] {
  const opens = spec.money ? spec.moves.opens : undefined;
  if (opens === undefined) return [];
  if (opens === 'of-contract')
    return [isGold((input as { readonly contract: string }).contract) ? 'gold' : 'contracts'];
  if (opens !== 'of-robot') return [opens];
  const { parameters } = input as Pick<CheckedInput<'POST quant/create'>, 'parameters'>;
  return parameters.strategy === 'contract-grid' ? ['robots', 'contracts'] : ['robots'];
}

function assertOutput(name: string, spec: CallSpec, output: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(output) ?? 'null');
  const checked = v.safeParse(spec.output, sent);
  if (!checked.success) {
    const issue = checked.issues[0];
    throw new Error(`${name} answers off its schema at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`);
  }
  if (!isDeepStrictEqual(checked.output, sent)) throw new Error(`${name} answers fields its schema does not know`);
}
