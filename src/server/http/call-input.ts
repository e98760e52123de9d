import * as v from 'valibot';
import type { CodeName } from '#protocol/core/codes.ts';
import { codeOfMalformed } from '#protocol/core/field-codes.ts';
import { idempotencyKeyPattern } from '#protocol/core/limits.ts';
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
 * @param refuses codes that the call declares: a field with one of its own answers it instead of `operationFailed`
 * @throws RequestFault 400 for anything the schema does not take
 */
export function checkInput<Schema extends v.GenericSchema>(
  schema: Schema,
  readsQuery: boolean,
  raw: RawInput,
  refuses: readonly CodeName[],
): v.InferOutput<Schema> {
  // Only an absent body is empty: `null` is a body.
  const given = readsQuery ? raw.query : raw.body === undefined ? {} : raw.body;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw badInput('not an object');
  if (!readsQuery && Object.keys(raw.query ?? {}).length > 0) throw badInput('a query beside the body');
  const params = (raw.params ?? {}) as Record<string, string>;
  if (isHostile(given, inputDepthMax) || isHostile(params, 1)) throw badInput('hostile text or key');
  if (Object.keys(params).some((name) => Object.hasOwn(given, name))) throw badInput('a field given twice');
  const checked = v.safeParse(schema, { ...given, ...params }, { abortEarly: true });
  if (!checked.success) throw badField(pathsOf(checked.issues[0], given), refuses);
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

/**
 * Where an input is wrong. A union has a place for each of its forms: there only what is given counts, since the form
 * that was meant has it.
 */
function pathsOf(issue: v.BaseIssue<unknown>, given: object): string[] {
  const path = v.getDotPath(issue);
  if (path !== null) return [path];
  return (issue.issues ?? [])
    .filter(({ expected }) => expected !== 'never')
    .flatMap((one) => pathsOf(one, given))
    .filter((one) => Object.hasOwn(given, one.split('.')[0] ?? ''));
}

function badField(paths: readonly string[], refuses: readonly CodeName[]): RequestFault {
  const codes = paths.map((path) => codeOfMalformed(path, refuses));
  const code = codes.find((one) => one !== 'operationFailed') ?? 'operationFailed';
  return new RequestFault(400, code, `Bad input: ${paths[0] ?? 'input'}`);
}

function badInput(what: string): RequestFault {
  return new RequestFault(400, 'operationFailed', `Bad input: ${what}`);
}
