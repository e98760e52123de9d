import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#protocol/calls.ts';
import { openApiDocument } from '#server/http/reference/openapi.ts';
import { filledIn } from './example-inputs.ts';
import { roleRows } from './role-matrix-rows.ts';
import { RoleWorld } from './role-matrix-world.ts';

/**
 * The examples of the API's documents: each is sent to an exchange, where it must succeed and be answered as the
 * document says. The example's own answer must keep to the document too, and to the shape of the real one.
 */

const world = new RoleWorld();
const rows = roleRows(world);
/** Formats and keywords of OpenAPI are not those of JSON Schema alone. */
const schemas = new Ajv2020({ strict: false, validateFormats: false });
schemas.addSchema(openApiDocument('/api/'), 'document');

beforeAll(() => world.open(), 60_000);
afterEach(() => world.restore());
afterAll(() => world.exchange.close());

/** Nobody is signed in yet, or any more. */
const visitorCalls: readonly CallName[] = ['POST login', 'POST register', 'POST forgetPwd'];

/** What the document says of an answer: the problems of one with it. */
function problemsOf(name: CallName, answer: object): unknown {
  const [verb = '', path = ''] = name.split(' ');
  const pointer = ['paths', `/${path}`, verb.toLowerCase(), 'responses', '200', 'content', 'application/json', 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = schemas.compile({ $ref: `document#/${pointer}/oneOf/0` });
  return validate(answer) ? [] : validate.errors;
}

/** Fields by their paths, those of list items together: what two answers of one call have alike. */
function shapeOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Array.isArray(value)
    ? value.slice(0, 1).map((item) => [`${at}[]`, item] as const)
    : Object.entries(value).map(([key, field]) => [`${at}.${key}`, field] as const);
  return [at, ...inner.flatMap(([path, field]) => shapeOf(field, path))];
}

describe.each(Object.keys(calls) as CallName[])('%s', (name) => {
  it('is answered as the document says', async () => {
    const { input, output } = calls[name].example;
    const sent = await filledIn(world, rows, name, input);
    const { status, ...answer } = await world.call(name, sent, visitorCalls.includes(name) ? 'visitor' : 'owner');
    expect([name, status, answer.msg]).toEqual([name, 200, 'success']);
    expect(problemsOf(name, answer)).toEqual([]);
    expect(problemsOf(name, { code: 200, data: output, msg: 'success', type: 'ok' })).toEqual([]);
    const topLevel = (data: unknown) => shapeOf(data).filter((path) => /^\.\w+$/.test(path));
    expect(topLevel(output).toSorted()).toEqual(topLevel(answer.data).toSorted());
  });
});
