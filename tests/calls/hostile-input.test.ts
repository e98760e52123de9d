import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atDepth, seed } from '../depth.ts';
import type { CallSpec } from '#protocol/core/call.ts';
import { calls } from '#protocol/calls.ts';
import { codes, isCode } from '#protocol/core/codes.ts';
import { openApiDocument } from '#server/http/reference/openapi.ts';
import { type ExchangeForTest, exchangeForTest } from './exchange-for-test.ts';
import { hostileForm } from './hostile-form.ts';

/** A seed of the run, printed with a failure; give it as `SEED` to run the same again. */
const runsPerCall = atDepth(150);

/** Tables that no refused call may write to. What counts tries and what is read is not among them. */
const guarded =
  'users sessions balances ledger_entries spot_orders trades idempotency faucet_takes outbox verification_codes notices files reviews review_log withdrawals booked_addresses work_orders work_order_replies work_order_log'.split(
    ' ',
  );

let exchange: ExchangeForTest;
let token = '';

beforeAll(async () => {
  exchange = await exchangeForTest();
  // An id that none of the texts below can hit: a user may end a session of their own.
  await exchange.database.pool.query('ALTER TABLE sessions ALTER COLUMN id RESTART WITH 424242424242');
  const payload = { kind: 'practice' };
  const answer = await exchange.app.inject({ method: 'POST', url: '/api/register', payload });
  token = answer.json<{ data: { token: string } }>().data.token;
  expect(token).toMatch(/^[\w-]{43}$/);
  // An empty input is right here, and so are some of the texts below: it is refused for today from here on.
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'checked-in-before-0001' };
  const checkedIn = await exchange.app.inject({ method: 'POST', url: '/api/checkIn', headers, payload: {} });
  expect(checkedIn.json()).toMatchObject({ code: codes.success });
});
afterAll(() => exchange.close());

async function contents(): Promise<Record<string, string>> {
  const digests = guarded.map(async (table): Promise<[string, string]> => {
    // A nickname can be right by chance, and a session is written down when it is used.
    const { rows } = await exchange.database.pool.query<{ digest: string }>(
      `SELECT count(*) || ' rows ' || md5(coalesce(string_agg(line, '' ORDER BY line), '')) AS digest
       FROM (SELECT (to_jsonb(t) - 'nickname' - 'nickname_key' - 'nickname_set_at' - 'used_at')::text AS line FROM ${table} t) AS lines`,
    );
    return [table, rows[0]?.digest ?? ''];
  });
  return Object.fromEntries(await Promise.all(digests));
}

type JsonSchema = {
  $ref?: string;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  schema?: JsonSchema;
};

/** Names of all fields that a call knows, at any depth: what comes near a right input gets further than noise. */
function fieldNames(schema: JsonSchema): string[] {
  if (schema.$ref !== undefined) return fieldNames(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...fieldNames(inner)]);
  return [...own, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(fieldNames)];
}

type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
};
const document = openApiDocument('/api/');
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const { schemas } = document['components'] as { schemas: Record<string, JsonSchema> };

function fieldsOf(verb: string, path: string): string[] {
  const operation = paths[`/${path}`]?.[verb.toLowerCase()];
  // Headers are shared, so they stand there by reference.
  const parameters = (operation?.parameters ?? []).filter((parameter) => 'name' in parameter);
  const body = Object.values(operation?.requestBody?.content ?? {})[0]?.schema ?? {};
  return [...new Set([...parameters.map(({ name }) => name), ...fieldNames(body)])];
}

/** Texts that have broken something somewhere. None of them makes an input right where money or accounts are concerned. */
const hostileTexts = [
  ['', ' ', '0', '-1', '-0', '0.0', '1e9', '1e-9', 'NaN', 'Infinity', '٣', '0x10', '1_000', '+5', '.5', '5.'],
  ['9'.repeat(38), `0.${'0'.repeat(30)}1`, '999999999999999999', '9'.repeat(500), '1 ', ' 1', '01', '1,5', '−1'],
  ['\0', 'a\0b', '\uD800', '\uDC00x', '\u202E', '\uFEFF', '\u0301'.repeat(50), '🧮'.repeat(30), 'ß'.repeat(18)],
  ["' OR 1=1 --", '"; DROP TABLE users; --', '${7*7}', '%00', '%s%n', '../../etc/passwd', '<script>', '{{x}}'],
  ['__proto__', 'constructor', 'toString', 'null', 'undefined', 'true', '[]', '{}', 'a@b', '@', 'a@b.c\r\nBcc: d@e.f'],
  ['BTCUSDT', 'ETHUSDT', 'ZZZZUSDT', 'BTC', 'USDT', 'limit', 'market', 'buy', 'sell', 'email', 'phone', 'CN', 'ZZ'],
  ['account', 'register', 'reset-password', '1m', '1M', 'current', 'history', 'spot', 'en', 'ANDROID', 'w9jJ-_'],
].flat();

const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
const hostileValue = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1e308, -1e-308, 2 ** 53, 0.1, [], {}, [[]], [null]),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);
const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'extra',
  '',
  'a.b',
  '$where',
  '\0',
];

/** A body that has some of the right fields, one of them perhaps an object with the others inside, or that is no object. */
function hostileBody(fields: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    ...(fields.length > 0 ? [{ weight: 20, arbitrary: fc.constantFrom(...fields) }] : []),
    { weight: 1, arbitrary: fc.constantFrom(...oddNames) },
    { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  );
  const entries = (value: fc.Arbitrary<unknown>) => fc.array(fc.tuple(name, value), { maxLength: fields.length + 2 });
  const flat = entries(hostileValue).map((pairs) => writeObject(pairs));
  const nested = entries(
    fc.oneof({ weight: 3, arbitrary: hostileValue }, { weight: 1, arbitrary: flat.map((text) => new Raw(text)) }),
  );
  return fc.oneof(
    { weight: 8, arbitrary: nested.map((pairs) => writeObject(pairs)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '[', '', 'null', '"', '{"a":', '['.repeat(9_000), '{}{}', '\uFEFF{}'),
    },
  );
}

/** JSON that is already written. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Written by hand: an object literal would lose `__proto__` and names given twice. */
function writeObject(pairs: readonly (readonly [string, unknown])[]): string {
  const written = pairs.map(([name, value]) => {
    const text = value instanceof Raw ? value.text : (JSON.stringify(value) ?? 'null');
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${written.join(',')}}`;
}

interface Answer {
  readonly status: number;
  readonly code: number;
}

async function ask(
  verb: string,
  url: string,
  body: string | Buffer | null,
  isSignedIn: boolean,
  contentType = 'application/json',
): Promise<Answer> {
  const response = await exchange.app.inject({
    method: verb as 'GET' | 'POST' | 'PUT',
    url,
    headers: {
      'idempotency-key': 'hostile-input-0001',
      ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}),
      ...(body === null ? {} : { 'content-type': contentType }),
    },
    ...(body === null ? {} : { payload: body }),
  });
  return { status: response.statusCode, code: response.json<{ code: number }>().code };
}

function expectNoFailure(answer: Answer, asked: string): void {
  const isFine = [200, 400, 401, 404, 413].includes(answer.status) && isCode(answer.code);
  if (!isFine)
    throw new Error(`${asked} answered HTTP ${answer.status}, code ${answer.code}\n${exchange.errors.at(-1)}`);
}

describe(`any body and any query, seed ${seed}`, () => {
  for (const name of Object.keys(calls)) {
    const [verb = '', path = ''] = name.split(' ');
    const fields = fieldsOf(verb, path);
    // Their empty input is right and does something: they always get a field they do not know.
    const needsNoise = fields.length === 0 || name === 'POST logout';

    it(`${name} refuses or answers`, async () => {
      const before = await contents();
      const accepted: string[] = [];
      if (verb === 'GET') {
        const query = fc.array(fc.tuple(fc.constantFrom(...fields, ...oddNames), hostileText), { maxLength: 5 });
        await fc.assert(
          fc.asyncProperty(query, hostileText, fc.boolean(), async (pairs, parameter, isSignedIn) => {
            const written = pairs.map(([field, text]) => `${encode(field)}=${encode(text)}`).join('&');
            const url = `/api/${path.replace(/\{\w+\}/, () => encode(parameter))}?${written}`;
            expectNoFailure(await ask(verb, url, null, isSignedIn), url);
          }),
          { seed, numRuns: runsPerCall },
        );
      } else {
        await fc.assert(
          fc.asyncProperty(hostileBody(fields), fc.boolean(), async (body, isSignedIn) => {
            const payload = needsNoise && /^(?:\uFEFF?\{\s*\})?$/.test(body) ? '{"noise":1}' : body;
            const answer = await ask(verb, `/api/${path}`, payload, isSignedIn);
            if (answer.code === codes.success) accepted.push(payload);
            expectNoFailure(answer, `${name} ${payload.slice(0, 300)}`);
          }),
          { seed, numRuns: runsPerCall },
        );
      }
      if ((calls as Record<string, CallSpec>)[name]?.upload === true) {
        await fc.assert(
          fc.asyncProperty(hostileForm(fields, hostileText), async ({ contentType, payload }) => {
            const answer = await ask(verb, `/api/${path}`, payload, true, contentType);
            if (answer.code === codes.success) accepted.push(payload.toString('latin1'));
            expectNoFailure(answer, `${name} ${payload.toString('latin1').slice(0, 300)}`);
          }),
          { seed, numRuns: runsPerCall },
        );
      }
      expect(await contents(), `accepted: ${accepted.join(' ; ')}`).toEqual(before);
      expect(exchange.errors).toEqual([]);
    });
  }
});

/** As a hostile client would: what cannot be encoded is sent as broken percent escapes. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80%';
}

it('any path is a 404 or a 400', async () => {
  const segment = fc.oneof(hostileText, fc.constantFrom('api', 'wallet', '..', '.', 'notice', 'info'));
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 5 }), async (segments) => {
      const url = `/${segments.map(encode).join('/')}`;
      const response = await exchange.app.inject(url);
      // The test's client folds dots together before it sends, as browsers do.
      const isCall = response.statusCode === 200 && new URL(url, 'http://test').pathname.startsWith('/api/');
      if (!isCall && ![400, 404, 414].includes(response.statusCode)) throw new Error(`${url}: ${response.statusCode}`);
    }),
    { seed, numRuns: atDepth(200) },
  );
});
