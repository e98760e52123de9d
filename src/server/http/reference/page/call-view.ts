import type { Json } from '../json-schemas.ts';
import { anchor, html, type Html, inline } from './html.ts';
import { fieldList, fieldRow } from './schema-view.ts';

/** An answer: its envelope first, then the refusal. */
interface AnswerContent {
  readonly schema: { readonly oneOf: readonly [{ readonly properties: { readonly data: Json } }, Json] };
  readonly examples: { readonly answer: { readonly value: unknown } };
}

/** An operation of the document, as far as the page shows it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>;
  };
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': AnswerContent } } };
  readonly 'x-access': string;
  readonly 'x-codes': readonly {
    readonly code: number;
    readonly name: string;
    readonly status: number;
    readonly meaning: string;
  }[];
}

/** What the views read of the document. */
export interface Components {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly parameters: Readonly<Record<string, Json>>;
}

const accessNotes: Readonly<Record<string, string>> = {
  public: 'Anybody',
  user: 'Session',
  verified: 'Session, verified user',
  merchant: 'Session, merchant',
};

/** One call: what it needs, what it answers and what can go wrong, beside an example. */
export function callView(verb: string, path: string, base: string, operation: Operation, components: Components): Html {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter, components));
  const isMoney = parameters.some((parameter) => parameter['name'] === 'Idempotency-Key');
  const [mediaType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [null, null];
  const answer = answerOf(operation);
  const needs =
    parameters.length === 0 && body === null
      ? null
      : html`${body === null ? null : bodyView(mediaType, body.schema, components)}${parameterList(parameters, components)}`;
  return html`<section class="call" id="${anchor('call', operation.operationId)}">
    <div class="about">
      <h3><span class="verb ${verb}">${verb.toUpperCase()}</span> <code>${path}</code></h3>
      <p>${inline(`${operation.summary}.`)}</p>
      <p class="marks">
        <span class="mark">${accessNotes[operation['x-access']] ?? ''}</span
        >${isMoney ? html` <span class="mark money">Moves money</span>` : null}
      </p>
      <h4>Needs</h4>
      ${needs ?? html`<p class="note">Nothing.</p>`}
      <h4>Answers</h4>
      ${fieldList(answer.schema, components.schemas) ?? html`<p class="note">An empty object.</p>`}
      <h4>Refuses with</h4>
      ${codeList(operation)}
    </div>
    <div class="sample">
      ${sampleView(verb, path, base, parameters, mediaType, body?.example, operation)}${answer.example === undefined ? null : codeBlock('Answer', answer.example)}
    </div>
  </section>`;
}

function resolved(parameter: Json, { parameters }: Components): Json {
  const target = parameter['$ref'];
  return typeof target === 'string' ? (parameters[target.split('/').at(-1) ?? ''] ?? {}) : parameter;
}

function parameterList(parameters: readonly Json[], components: Components): Html | null {
  if (parameters.length === 0) return null;
  const rows = parameters.map((parameter) => {
    const { description } = parameter;
    const schema = { ...(parameter['schema'] as Json), ...(description === undefined ? {} : { description }) };
    return fieldRow(String(parameter['name']), schema, parameter['required'] === true, components.schemas);
  });
  const isQuery = parameters.every((parameter) => parameter['in'] === 'query');
  const isHeader = parameters.every((parameter) => parameter['in'] === 'header');
  return html`<h5>${isQuery ? 'Query' : isHeader ? 'Headers' : 'Parameters'}</h5>
    <ul class="fields">
      ${rows}
    </ul>`;
}

function bodyView(mediaType: string | null, schema: Json, components: Components): Html | null {
  const fields = fieldList(schema, components.schemas);
  if (fields === null) return html`<p class="note">An empty object as its body.</p>`;
  return html`<h5>${mediaType === 'application/json' ? 'Body' : 'Form'}</h5>
    ${fields}`;
}

function answerOf(operation: Operation): { readonly schema: Json; readonly example: unknown } {
  const content = operation.responses['200'].content['application/json'];
  const [envelope] = content.schema.oneOf;
  return { schema: envelope.properties.data, example: content.examples.answer.value };
}

function codeList(operation: Operation): Html {
  const own = operation['x-codes'].map(
    ({ code, name, status, meaning }) =>
      html`<li>
        <span class="code">${code}</span>
        <span
          >${inline(meaning)}
          <code class="code-name">${name}</code
          >${status === 200 ? null : html` <span class="note">HTTP ${status}</span>`}</span
        >
      </li>`,
  );
  const shared = html`<p class="note">
    ${own.length === 0 ? 'Only the' : 'And the'} <a href="#guide-codes">codes of any call</a>.
  </p>`;
  return own.length === 0
    ? shared
    : html`<ul class="codes">
          ${own}
        </ul>
        ${shared}`;
}

function sampleView(
  verb: string,
  path: string,
  base: string,
  parameters: readonly Json[],
  mediaType: string | null,
  example: unknown,
  operation: Operation,
): Html {
  const given = parameters.filter((parameter) => parameter['example'] !== undefined);
  const query = given
    .filter((parameter) => parameter['in'] === 'query')
    .map((parameter) => `${String(parameter['name'])}=${encodeURIComponent(String(parameter['example']))}`);
  const address = given
    .filter((parameter) => parameter['in'] === 'path')
    .reduce((text, parameter) => text.replace(`{${String(parameter['name'])}}`, String(parameter['example'])), path);
  const lines = [
    `${verb.toUpperCase()} ${base}${address.slice(1)}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...(operation['x-access'] === 'public' ? [] : ['Authorization: Bearer …']),
    ...given
      .filter((parameter) => parameter['in'] === 'header' && parameter['required'] === true)
      .map((parameter) => `${String(parameter['name'])}: ${String(parameter['example'])}`),
    ...(mediaType === null ? [] : [`Content-Type: ${mediaType}`]),
  ];
  const body = example === undefined ? '' : `\n\n${JSON.stringify(example, null, 2)}`;
  return codeBlock('Request', lines.join('\n') + body);
}

/** An example that can be scrolled by keyboard too. */
export function codeBlock(title: string, content: unknown): Html {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  return html`<figure>
    <figcaption>${title}</figcaption>
    <pre tabindex="0">${text}</pre>
  </figure>`;
}
