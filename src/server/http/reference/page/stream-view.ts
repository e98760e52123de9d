import type * as v from 'valibot';
import { type Json, type ReferredSchemas, toReferredSchemas } from '../json-schemas.ts';
import { clientFrames, closeCodeMeanings, type FrameFacts, serverFrames, streamBounds } from '../stream-frames.ts';
import { topicFacts } from '../stream-topics.ts';
import { codeBlock } from './call-view.ts';
import { anchor, html, type Html, inline } from './html.ts';
import { describe, fieldList, typeLabel } from './schema-view.ts';

/** The stream beside the calls: how to connect, its topics, its frames, its limits. */
export function streamView(streamBase: string): {
  readonly view: Html;
  readonly named: Readonly<Record<string, Json>>;
} {
  const payloads = toReferredSchemas(
    Object.fromEntries(Object.entries(topicFacts).map(([kind, { payload }]) => [kind, payload])),
    'output',
  );
  const carried = toReferredSchemas(carriedSchemas(clientFrames), 'input');
  const topics = Object.entries(topicFacts).map(([kind, facts]) => {
    const payload = payloads.schemas[kind] ?? {};
    return html`<section class="call" id="${anchor('topic', kind)}">
      <div class="about">
        <h3><span class="verb topic">TOPIC</span> <code>${facts.address}</code></h3>
        <p>${inline(facts.meaning)}</p>
        <p class="marks"><span class="mark">${facts.access}</span></p>
        <dl class="facts">
          <dt>Snapshot</dt>
          <dd>${facts.snapshot}</dd>
          <dt>Delta</dt>
          <dd>${facts.delta}</dd>
          <dt>Data</dt>
          <dd>${typeLabel(payload)}</dd>
        </dl>
        ${describe(payload)}${fieldList(payload, payloads.named, '$ref' in payload || payload['type'] === 'array' ? 1 : 0)}
      </div>
      <div class="sample">${codeBlock('Subscribe', JSON.stringify({ op: 'subscribe', topics: [facts.example] }))}</div>
    </section>`;
  });
  const view = html`<section class="group" id="stream">
      <h2>Stream</h2>
      <p>
        A WebSocket at <code>${streamBase}</code> with JSON text frames. A client sends one frame to a message; the
        server sends arrays of frames. A topic starts with a snapshot, then deltas follow. The token goes in a frame,
        never in the address.
      </p>
      <h3 id="stream-limits">Limits</h3>
      <ul>
        ${streamBounds.map((line) => html`<li>${line}</li>`)}
      </ul>
      <h3 id="stream-close-codes">Close codes</h3>
      <ul class="codes">
        ${Object.entries(closeCodeMeanings).map(([code, meaning]) => html`<li><span class="code">${code}</span> <span>${meaning}</span></li>`)}
      </ul>
      <h3 id="stream-client-frames">Frames of a client</h3>
      ${frames(clientFrames, carried)}
      <h3 id="stream-server-frames">Frames of the server</h3>
      ${frames(serverFrames, carried)}
    </section>
    <section class="group" id="topics">
      <h2>Topics</h2>
      ${topics}
    </section>`;
  return { view, named: { ...payloads.named, ...carried.named } };
}

type Frames = Readonly<Record<string, FrameFacts>>;

/** Schemas of what frames carry, by their names. */
function carriedSchemas(table: Frames): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { carries }]) => (carries === undefined ? [] : [[name, carries]])),
  );
}

function frames(table: Frames, carried: ReferredSchemas): Html {
  return html`<ul class="frames">
    ${Object.entries(table).map(([name, { meaning, example, carries }]) => {
      const fields = carries === undefined ? null : fieldList(carried.schemas[name] ?? {}, carried.named);
      return html`<li>
        <p><code class="name">${name}</code> ${inline(meaning)}</p>
        <pre tabindex="0">${JSON.stringify(example)}</pre>
        ${fields}
      </li>`;
    })}
  </ul>`;
}
