import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { CallSpec } from '../../protocol/call.ts';
import { calls } from '../../protocol/calls.ts';
import { codes } from '../../protocol/codes.ts';
import { idempotencyKeyPattern, productVersion } from '../../protocol/limits.ts';

type Json = { [key: string]: unknown };

/** JSON Schema of what a caller sends or gets; what has no JSON Schema (own checks, transforms) is left out. */
function jsonSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
  }) as Json;
  return rest;
}

const envelopeFields = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'data', 'msg', 'type'],
  properties: {
    code: { type: 'integer', enum: Object.values(codes) },
    data,
    msg: { type: 'string', description: 'Plain name of the code.' },
    type: { enum: ['ok', 'error', 'expired', '999', '998', '997'] },
  },
});

/** The OpenAPI 3.1 document of the API, generated from the table of calls (design section 2). */
export function openApiDocument(apiBase: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, spec] of Object.entries<CallSpec>(calls)) {
    const [verb = '', path = ''] = name.split(' ');
    const operations = (paths[`/${path}`] ??= {});
    operations[verb.toLowerCase()] = operation(name, verb, path, spec);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dunlin', version: productVersion, description: 'Calls of the Dunlin exchange.' },
    servers: [{ url: apiBase.length > 1 ? apiBase.replace(/\/$/, '') : apiBase }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'Token of `POST /login`.' } },
      responses: {
        Fault: {
          description: 'The request is malformed, too large, too frequent, or the exchange failed; `data` is null.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      schemas: { Refusal: envelopeFields({ type: ['object', 'null'] }) },
    },
  };
}

function operation(name: string, verb: string, path: string, spec: CallSpec): Json {
  const input = jsonSchema(spec.input, 'input');
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const isGet = verb === 'GET';
  const parameters = [...inputParameters(input, pathNames, isGet), ...(spec.money ? [idempotencyKey, deadline] : [])];
  return {
    operationId: name.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, ''),
    summary: spec.purpose,
    tags: [spec.area],
    ...(spec.access === 'public' ? {} : { security: [{ session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isGet ? {} : { requestBody: { content: bodyContent(spec, input) } }),
    responses: {
      200: {
        description: refusalText(spec),
        content: {
          'application/json': {
            schema: {
              anyOf: [envelopeFields(jsonSchema(spec.output, 'output')), { $ref: '#/components/schemas/Refusal' }],
            },
          },
        },
      },
      default: { $ref: '#/components/responses/Fault' },
    },
  };
}

/** The body of a call: JSON, or for an upload a form with the same fields and its file. */
function bodyContent(spec: CallSpec, input: Json): Json {
  if (spec.upload !== true) return { 'application/json': { schema: input } };
  const properties = { ...(input['properties'] as Json), file: { type: 'string', contentMediaType: 'image/*' } };
  const required = [...((input['required'] ?? []) as readonly string[]), 'file'];
  return { 'multipart/form-data': { schema: { ...input, properties, required } } };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
  description: 'Made when the person taps and kept until answered: however often it is sent, one effect.',
};

const deadline: Json = {
  name: 'Idempotency-Deadline',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: String.raw`^\d{12,14}$` },
  description:
    'Server time in epoch milliseconds after which nothing new is done under the key: what was done is answered, what ' +
    'was not is refused with 4013 and `{ "reason": "deadline-passed" }`.',
};

/** Path parameters, and for a GET the query: one parameter per field of the input. */
function inputParameters(input: Json, pathNames: readonly string[], isGet: boolean): Json[] {
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = (input['required'] ?? []) as readonly string[];
  return Object.entries(properties).flatMap(([field, schema]): Json[] => {
    if (pathNames.includes(field)) return [{ name: field, in: 'path', required: true, schema }];
    return isGet ? [{ name: field, in: 'query', required: required.includes(field), schema }] : [];
  });
}

function refusalText(spec: CallSpec): string {
  if (spec.refuses.length === 0) return 'The answer.';
  const text = spec.refuses.map((codeName) => `${codes[codeName]} ${codeName}`);
  return `The answer, or a refusal: ${text.join(', ')}.`;
}
