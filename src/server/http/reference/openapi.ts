import { calls } from '#protocol/calls.ts';
import type { CallSpec } from '#protocol/core/call.ts';
import { codes } from '#protocol/core/codes.ts';
import { idempotencyKeyPattern, productVersion } from '#protocol/core/limits.ts';
import { guide } from './guide.ts';
import { type Json, toReferredSchemas } from './json-schemas.ts';
import { operation } from './operation.ts';
import { tags } from '#protocol/core/tags.ts';

/** Names of the parameters and answers that operations share. */
const shared = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: idempotencyKeyPattern.source },
    example: 'b7f9c2d4-5e61-4f0a-9c3b-2d8e7a6f1b05',
    description:
      'Made when the user confirms and kept until there is an answer: however often it is sent, one effect. 16 to 64 letters, digits, `-` and `_`.',
  },
  IdempotencyDeadline: {
    name: 'Idempotency-Deadline',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: String.raw`^\d{12,14}$` },
    example: '1795350030000',
    description:
      'Server time in epoch milliseconds after which nothing new is done under the key: what was done is answered, ' +
      'what was not is refused with 4013 and `{ "reason": "deadline-passed" }`.',
  },
} as const;

/** The OpenAPI 3.1 document of the API, generated from the tables of calls. */
export function openApiDocument(apiBase: string): Json {
  const entries = Object.entries<CallSpec>(calls);
  const inputs = toReferredSchemas(Object.fromEntries(entries.map(([name, spec]) => [name, spec.input])), 'input');
  const outputs = toReferredSchemas(Object.fromEntries(entries.map(([name, spec]) => [name, spec.output])), 'output');
  const paths: Record<string, Json> = {};
  for (const [name, spec] of entries) {
    const [verb = '', path = ''] = name.split(' ');
    (paths[`/${path}`] ??= {})[verb.toLowerCase()] = operation({
      name,
      spec,
      input: inputs.schemas[name] ?? {},
      output: outputs.schemas[name] ?? {},
      example: spec.example,
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dunlin API',
      version: productVersion,
      summary: 'Calls of the Dunlin exchange.',
      description: [
        `The same as a page, with the channels of the stream: \`${apiBase}docs\`.`,
        ...guide.map(({ title, text }) => `## ${title}\n\n${text}`),
      ].join('\n\n'),
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: apiBase.length > 1 ? apiBase.replace(/\/$/, '') : apiBase }],
    externalDocs: { url: `${apiBase}docs`, description: 'This document as a page, with the channels of the stream.' },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The token of `POST /login`.' } },
      parameters: shared,
      responses,
      schemas: { Refusal: refusal, ...inputs.named, ...outputs.named },
    },
  };
}

const refusal: Json = {
  type: 'object',
  description: 'A refusal. `data` is null, or tells more of the code.',
  required: ['code', 'data', 'msg', 'type'],
  properties: {
    code: { type: 'integer', enum: Object.values(codes).filter((code) => code !== codes.success) },
    data: { type: ['object', 'null'] },
    msg: { type: 'string', description: 'The plain name of the code.' },
    type: { type: 'string', enum: ['error', 'expired', '999', '998', '997'] },
  },
};

function fault(description: string, code: number, msg: string): Json {
  const example = { code, data: null, msg, type: 'error' };
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' }, example } },
  };
}

const responses: Readonly<Record<string, Json>> = {
  BadRequest: fault(
    'Malformed: bad JSON, an unknown field, a value out of range, no idempotency key.',
    100,
    'operationFailed',
  ),
  PasswordNeeded: fault(
    'The transaction password is needed, or has to be set first.',
    401,
    'transactionPasswordNeeded',
  ),
  TooLarge: fault('The body is too large.', 100, 'operationFailed'),
  TooMany: fault('Too many calls. Nothing was done.', 4013, 'busyRetry'),
  Failed: fault('The exchange failed. Of a call that writes the outcome is unknown.', 500, 'serverError'),
  Busy: fault('Overloaded, or the records are being restored. Nothing was done.', 4013, 'busyRetry'),
};
