import * as v from 'valibot';
import { idempotencyKeyPattern } from '../../protocol/limits.ts';
import { RequestFault } from '../core/failures/request-fault.ts';

/** Nesting of a JSON body; no call needs more than three. */
const inputDepthMax = 16;

/**
 * Whether a value contains what no field may: a text PostgreSQL cannot store (NUL, a lone surrogate), a key that is a
 * member of every object (schemas would find such keys in their own tables), or deeper nesting than any call has.
 */
function isHostile(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isHostile(item, depth - 1));
  return Object.entries(value).some(
    ([key, item]) => key in Object.prototype || isHostile(key, 0) || isHostile(item, depth - 1),
  );
}

/** The raw input of a request. */
export interface RawInput {
  readonly query: unknown;
  readonly params: unknown;
  readonly body: unknown;
}

/**
 * The checked input of a call: the query of a GET, else the JSON body, with the path's parameters merged in.
 * A parameter that is also a field of body or query is refused.
 *
 * @param readsQuery whether the call is a GET
 * @throws RequestFault 400 for anything the schema does not take
 */
export function checkInput<Schema extends v.GenericSchema>(
  schema: Schema,
  readsQuery: boolean,
  raw: RawInput,
): v.InferOutput<Schema> {
  // Only an absent body is empty: `null` is a body.
  const given = readsQuery ? raw.query : raw.body === undefined ? {} : raw.body;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw badInput('not an object');
  if (!readsQuery && Object.keys(raw.query ?? {}).length > 0) throw badInput('a query beside the body');
  const params = (raw.params ?? {}) as Record<string, string>;
  if (isHostile(given, inputDepthMax) || isHostile(params, 1)) throw badInput('hostile text or key');
  if (Object.keys(params).some((name) => Object.hasOwn(given, name))) throw badInput('a field given twice');
  const checked = v.safeParse(schema, { ...given, ...params }, { abortEarly: true });
  if (!checked.success) throw badInput(v.getDotPath(checked.issues[0]) ?? 'input');
  return checked.output;
}

/**
 * The idempotency key of a call that moves money.
 *
 * @throws RequestFault 400 when it is missing or malformed
 */
export function checkIdempotencyKey(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !idempotencyKeyPattern.test(header)) throw badInput('idempotency-key');
  return header;
}

function badInput(what: string): RequestFault {
  return new RequestFault(400, 'operationFailed', `Bad input: ${what}`);
}
