import type { Json } from '../json-schemas.ts';
import { guide } from '../guide.ts';
import { tags as descriptions } from '#protocol/core/tags.ts';
import { topicFacts } from '../stream-topics.ts';
import { callView, type Components, type Operation } from './call-view.ts';
import { anchor, blocks, html, type Html, inline } from './html.ts';
import { describe, fieldList, typeLabel } from './schema-view.ts';
import { streamView } from './stream-view.ts';

const tags = Object.entries(descriptions);

/** What the page is made of. */
interface DocsPageFacts {
  /** The OpenAPI document. */
  readonly document: Json;
  /** Bases of the calls and the stream, as in `/api/` and `/stream`. */
  readonly apiBase: string;
  readonly streamBase: string;
  /** Address of its stylesheet. */
  readonly styles: string;
}

interface Call {
  readonly verb: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The API's page: the guide, every call, the stream and the shared schemas. HTML and CSS alone, without a script. */
export function docsPage({ document, apiBase, streamBase, styles }: DocsPageFacts): string {
  const components = document['components'] as Components;
  const calls = Object.entries(
    document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>,
  ).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]): Call => ({ verb, path, operation })),
  );
  const stream = streamView(streamBase);
  const schemas = { ...stream.named, ...components.schemas };
  const groups = tags.map(([name, description]) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    const views = own.map(({ verb, path, operation }) => callView(verb, path, apiBase, operation, components));
    return html`<section class="group" id="${anchor('tag', name)}">
      <h2>${name}</h2>
      <p>${inline(description)}</p>
      ${views}
    </section>`;
  });
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <title>Dunlin API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${styles}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the calls</a>
        <header class="bar">
          <a class="brand" href="#top">Dunlin <span>API</span></a
          ><a href="${apiBase}openapi.json">openapi.json</a>
        </header>
        <div class="columns" id="top">
          <nav class="side" aria-label="Contents">${sideList(calls)}</nav>
          <main id="main">
            <details class="menu">
              <summary>Contents</summary>
              ${menuList()}
            </details>
            <section class="group intro">
              <h1>Dunlin API</h1>
              <p>
                Every call of the exchange: what it needs, what it answers and what can go wrong. The same as a document
                for tools: <a href="${apiBase}openapi.json">OpenAPI 3.1</a>.
              </p>
              ${guide.map(
                ({ title, text }) =>
                  html`<section class="chapter" id="${anchor('guide', title)}">
                    <h2>${title}</h2>
                    ${blocks(text)}
                  </section>`,
              )}
            </section>
            ${groups} ${stream.view}
            <section class="group" id="schemas">
              <h2>Schemas</h2>
              <p>Values that several calls and topics share.</p>
              ${schemaList(schemas)}
            </section>
          </main>
        </div>
      </body>
    </html>`;
  return page.html;
}

function schemaList(schemas: Readonly<Record<string, Json>>): Html {
  return html`${Object.entries(schemas).map(
    ([name, schema]) =>
      html`<section class="schema" id="${anchor('schema', name)}">
        <h3>${name}</h3>
        ${describe(schema)}${fieldList(schema, schemas, 1) ?? html`<p class="type">${typeLabel(schema)}</p>`}
      </section>`,
  )}`;
}

const chapterLinks = () => guide.map(({ title }) => html`<li><a href="#${anchor('guide', title)}">${title}</a></li>`);

/** The contents on a phone: guide, groups, stream, schemas. */
function menuList(): Html {
  return html`<ul>
    ${chapterLinks()}${tags.map(([name]) => html`<li><a href="#${anchor('tag', name)}">${name}</a></li>`)}
    <li><a href="#stream">Stream</a></li>
    <li><a href="#topics">Topics</a></li>
    <li><a href="#schemas">Schemas</a></li>
  </ul>`;
}

/** The contents beside the page: also every call and topic. */
function sideList(calls: readonly Call[]): Html {
  const callLinks = (tag: string) =>
    calls
      .filter(({ operation }) => operation.tags.includes(tag))
      .map(
        ({ verb, path, operation }) =>
          html`<li>
            <a href="#${anchor('call', operation.operationId)}"
              ><span class="verb ${verb}">${verb.toUpperCase()}</span> ${path.slice(1)}</a
            >
          </li>`,
      );
  const topics = Object.keys(topicFacts).map((kind) => html`<li><a href="#${anchor('topic', kind)}">${kind}</a></li>`);
  return html`<p>Guide</p>
    <ul>
      ${chapterLinks()}
    </ul>
    ${tags.map(
      ([name]) =>
        html`<details>
          <summary>${name}</summary>
          <ul>
            <li><a href="#${anchor('tag', name)}">Overview</a></li>
            ${callLinks(name)}
          </ul>
        </details>`,
    )}
    <details>
      <summary>Stream</summary>
      <ul>
        <li><a href="#stream">Overview</a></li>
        ${topics}
      </ul>
    </details>
    <p><a href="#schemas">Schemas</a></p>`;
}
