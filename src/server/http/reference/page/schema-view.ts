import { anchor, html, type Html, inline } from './html.ts';
import type { Json } from '../json-schemas.ts';

type Schemas = Readonly<Record<string, Json>>;

/** The name that a reference means, or null for a schema that stands here. */
function referredName(schema: Json): string | null {
  const target = schema['$ref'];
  return typeof target === 'string' ? (target.split('/').at(-1) ?? null) : null;
}

const listed = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The options of a choice; null among them does not count. */
function optionsOf(schema: Json): readonly Json[] {
  return [...listed(schema['oneOf']), ...listed(schema['anyOf'])].filter((option) => option['type'] !== 'null');
}

function isNullable(schema: Json): boolean {
  return listed(schema['anyOf']).some((option) => option['type'] === 'null');
}

/** A schema's type in a few words, with a link for a named one. */
export function typeLabel(schema: Json): Html {
  const name = referredName(schema);
  if (name !== null) return html`<a href="#${anchor('schema', name)}">${name}</a>`;
  if (isNullable(schema)) return html`${joined(optionsOf(schema))} or null`;
  const options = optionsOf(schema);
  if (options.length > 0) return options.every((option) => 'properties' in option) ? html`object` : joined(options);
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  if (Array.isArray(schema['enum']))
    return html`${schema['enum'].map((value, index) => html`${index > 0 ? ' | ' : ''}<code>${String(value)}</code>`)}`;
  if ('prefixItems' in schema)
    return html`[${listed(schema['prefixItems']).map((item, index) => html`${index > 0 ? ', ' : ''}${typeLabel(item)}`)}]`;
  if (schema['type'] === 'array') return html`list of ${typeLabel((schema['items'] ?? {}) as Json)}`;
  return html`${typeof schema['type'] === 'string' ? schema['type'] : 'any'}`;
}

function joined(options: readonly Json[]): Html {
  return html`${options.map((option, index) => html`${index > 0 ? ' or ' : ''}${typeLabel(option)}`)}`;
}

/** What a value must keep to beside its type. */
function limits(schema: Json): string[] {
  const text = (key: string, write: (value: string) => string) => {
    const value = schema[key];
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? [write(String(value))] : [];
  };
  const isSafe = Math.abs(Number(schema['maximum'] ?? 0)) < Number.MAX_SAFE_INTEGER;
  return [
    ...text('default', (value) => `default ${value === '' ? 'empty' : value}`),
    ...text('minLength', (value) => `at least ${value} characters`),
    ...text('maxLength', (value) => `at most ${value} characters`),
    ...text('minItems', (value) => (schema['prefixItems'] === undefined ? `at least ${value}` : `${value} items`)),
    ...text('maxItems', (value) => `at most ${value}`),
    ...(isSafe ? text('maximum', (value) => `at most ${value}`) : []),
  ];
}

/** The schema that has the fields of a value: itself, an item of a list, or what may be null; null where none has. */
function withFields(schema: Json): Json | null {
  if ('properties' in schema) return schema;
  // The items of a tuple are positions, not fields.
  if ('prefixItems' in schema) return null;
  if (schema['type'] === 'array') return withFields((schema['items'] ?? {}) as Json);
  const options = optionsOf(schema);
  return options.length === 1 && options[0] !== undefined ? withFields(options[0]) : null;
}

/** How deep the fields of named schemas open at their place; below that their names lead on. */
const openedDepth = 1;

/** The fields of a schema, or its variants with theirs; null for a plain value. */
export function fieldList(schema: Json, schemas: Schemas, depth = 0): Html | null {
  const name = referredName(schema);
  if (name !== null) return fieldList(schemas[name] ?? {}, schemas, depth);
  const plain = withFields(schema);
  if (plain !== null) {
    const required = (plain['required'] ?? []) as readonly string[];
    const fields = Object.entries((plain['properties'] ?? {}) as Schemas);
    if (fields.length === 0) return null;
    return html`<ul class="fields">
      ${fields.map(([field, inner]) => fieldRow(field, inner, required.includes(field), schemas, depth))}
    </ul>`;
  }
  const variants = optionsOf(schema).filter((option) => 'properties' in option || referredName(option) !== null);
  if (variants.length === 0 || variants.length < optionsOf(schema).length) return null;
  return html`${variants.map(
    (variant, index) =>
      html`<div class="variant">
        <p class="variant-name">${variantName(variant, index)}</p>
        ${describe(variant)}${fieldList(variant, schemas, depth)}
      </div>`,
  )}`;
}

/** The discriminator of a variant: its constant field. */
function variantName(variant: Json, index: number): Html {
  const name = referredName(variant);
  if (name !== null) return html`${typeLabel(variant)}`;
  const fixed = Object.entries((variant['properties'] ?? {}) as Schemas).find(([, field]) => 'const' in field);
  if (fixed === undefined) return html`Variant ${index + 1}`;
  return html`<code>${fixed[0]}</code> is <code>${String(fixed[1]['const'])}</code>`;
}

/** The description of a schema, if it has one. */
export function describe(schema: Json): Html | null {
  const { description } = schema;
  return typeof description === 'string' ? html`<p>${inline(description)}</p>` : null;
}

/** One field: its name, type and meaning, and what is inside of it. */
export function fieldRow(name: string, schema: Json, isRequired: boolean, schemas: Schemas, depth = 0): Html {
  const optional = isRequired ? null : html` <span class="note">optional</span>`;
  const head = html`<div class="field">
    <code class="name">${name}</code> <span class="type">${typeLabel(schema)}</span>${optional}
  </div>`;
  return html`<li>
    ${head}${describe(schema)}${limitLine(schema)}${valueLine(schema, schemas)}${inside(schema, schemas, depth)}
  </li>`;
}

/** What a named plain value is, so that nobody has to follow its name: the values it may have, or its meaning. */
function valueLine(schema: Json, schemas: Schemas): Html | null {
  const named = schemas[namedInside(schema) ?? ''];
  if (named === undefined) return null;
  if (Array.isArray(named['enum'])) return html`<p class="note">${typeLabel(named)}</p>`;
  const { description } = named;
  const isPlain = typeof named['type'] === 'string' && !['object', 'array'].includes(named['type']);
  if (!isPlain || typeof description !== 'string' || 'description' in schema) return null;
  return html`<p class="note">${inline(description)}</p>`;
}

function limitLine(schema: Json): Html | null {
  const lines = limits(schema);
  return lines.length === 0 ? null : html`<p class="note">${lines.join(' · ')}</p>`;
}

/** The named schema behind a field, a list or what may be null; null where there is none. */
function namedInside(schema: Json): string | null {
  const name = referredName(schema);
  if (name !== null) return name;
  if ('prefixItems' in schema) return null;
  if (schema['type'] === 'array') return namedInside((schema['items'] ?? {}) as Json);
  const options = optionsOf(schema);
  return options.length === 1 && options[0] !== undefined ? namedInside(options[0]) : null;
}

function inside(schema: Json, schemas: Schemas, depth: number): Html | null {
  const name = namedInside(schema);
  if (name === null) return fieldList(schema, schemas, depth);
  const fields = depth < openedDepth ? fieldList(schemas[name] ?? {}, schemas, depth + 1) : null;
  return fields === null
    ? null
    : html`<details>
        <summary>Fields of ${name}</summary>
        ${fields}
      </details>`;
}
