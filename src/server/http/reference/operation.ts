import { anyCallRefuses, type CallSpec } from '#protocol/core/call.ts';
import { codeMeanings } from '#protocol/core/code-meanings.ts';
import { type CodeName, codes } from '#protocol/core/codes.ts';
import { refusalStatus } from '../envelope.ts';
import type { Json } from './json-schemas.ts';

/** A call and what its operation is made of. */
interface OperationFacts {
  /** As in `POST login`. */
  readonly name: string;
  readonly spec: CallSpec;
  readonly input: Json;
  readonly output: Json;
  /** An input with the answer it may get. */
  readonly example: { readonly input: object; readonly output: object };
}

/** The operation of a call: what it needs, what it answers and what can go wrong. */
export function operation({ name, spec, input, output, example }: OperationFacts): Json {
  const [verb = '', path = ''] = name.split(' ');
  const isGet = verb === 'GET';
  const refusals = [...new Set([...spec.refuses, ...(spec.money ? [spec.moves.stoppedWith] : [])])];
  const parameters = [
    ...inputParameters(input, path, isGet, example.input),
    ...(spec.money ? ['IdempotencyKey', 'IdempotencyDeadline'].map((one) => reference('parameters', one)) : []),
  ];
  return {
    operationId: name.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, ''),
    summary: spec.purpose.replace(/\.$/, ''),
    description: [accessText(spec), refusalText(refusals)].join('\n\n'),
    tags: [spec.tag],
    security: spec.access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isGet ? {} : { requestBody: { required: true, content: bodyContent(spec, input, example.input) } }),
    responses: {
      200: {
        description: 'The answer, or a refusal.',
        content: {
          'application/json': {
            schema: answerSchema(output, refusals),
            examples: answerExamples(example.output, refusals),
          },
        },
      },
      400: reference('responses', 'BadRequest'),
      ...(refusals.some((codeName) => refusalStatus(codeName) === 401)
        ? { 401: reference('responses', 'PasswordNeeded') }
        : {}),
      ...(isGet ? {} : { 413: reference('responses', 'TooLarge') }),
      429: reference('responses', 'TooMany'),
      500: reference('responses', 'Failed'),
      503: reference('responses', 'Busy'),
    },
    'x-access': spec.access,
    'x-codes': refusals.map((codeName) => ({
      code: codes[codeName],
      name: codeName,
      status: refusalStatus(codeName),
      meaning: codeMeanings[codeName],
    })),
  };
}

function reference(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

const accessTexts: Readonly<Record<CallSpec['access'], string>> = {
  public: 'Anybody may call it.',
  user: 'Needs a session.',
  verified: 'Needs a session of a user with real-name authentication.',
  merchant: 'Needs a session of a merchant.',
};

function accessText(spec: CallSpec): string {
  const money = spec.money ? ' It moves money, so it needs an idempotency key.' : '';
  return accessTexts[spec.access] + money;
}

function refusalText(refusals: readonly CodeName[]): string {
  if (refusals.length === 0) return 'It has no codes of its own.';
  const rows = refusals.map((name) => `| ${codes[name]} | \`${name}\` | ${codeMeanings[name]} |`);
  return ['| Code | Name | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The answer in its envelope, or a refusal with a code that this call may give. */
function answerSchema(output: Json, refusals: readonly CodeName[]): Json {
  const names = [...new Set([...refusals, ...anyCallRefuses])];
  const refused = { code: { enum: names.map((name) => codes[name]).toSorted((a, b) => a - b) } };
  return {
    oneOf: [
      {
        type: 'object',
        title: 'Answer',
        required: ['code', 'data', 'msg', 'type'],
        properties: {
          code: { type: 'integer', const: codes.success },
          data: output,
          msg: { type: 'string', const: 'success' },
          type: { type: 'string', const: 'ok' },
        },
      },
      { title: 'Refusal', allOf: [reference('schemas', 'Refusal'), { type: 'object', properties: refused }] },
    ],
  };
}

function answerExamples(output: object, refusals: readonly CodeName[]): Json {
  const [first] = refusals.filter((name) => refusalStatus(name) === 200);
  const refused =
    first === undefined
      ? {}
      : {
          refusal: {
            summary: codeMeanings[first],
            value: { code: codes[first], data: null, msg: first, type: first === 'unauthorized' ? '999' : 'error' },
          },
        };
  return {
    answer: { summary: 'An answer', value: { code: codes.success, data: output, msg: 'success', type: 'ok' } },
    ...refused,
  };
}

/** The body of a call: JSON, or for an upload a form with the same fields and its file. */
function bodyContent(spec: CallSpec, input: Json, example: object): Json {
  if (spec.upload !== true) return { 'application/json': { schema: input, example } };
  const file = { type: 'string', contentMediaType: 'image/*', description: 'The image: JPG or PNG.' };
  const properties = { ...(input['properties'] as Json), file };
  const required = [...((input['required'] ?? []) as readonly string[]), 'file'];
  return { 'multipart/form-data': { schema: { ...input, properties, required } } };
}

/** Path parameters, and for a GET the query: one parameter per field of the input. */
function inputParameters(input: Json, path: string, isGet: boolean, example: object): Json[] {
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = (input['required'] ?? []) as readonly string[];
  return Object.entries(properties).flatMap(([name, described]): Json[] => {
    const isInPath = pathNames.includes(name);
    if (!isInPath && !isGet) return [];
    const { description, ...schema } = described;
    const value = (example as Json)[name];
    return [
      {
        name,
        in: isInPath ? 'path' : 'query',
        required: isInPath || required.includes(name),
        schema,
        ...(description === undefined ? {} : { description }),
        ...(value === undefined ? {} : { example: value }),
      },
    ];
  });
}
