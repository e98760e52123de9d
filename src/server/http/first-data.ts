import * as v from 'valibot';
import type { CallSpec } from '#protocol/core/call.ts';
import { type CallName, calls } from '#protocol/calls.ts';
import { defaultLocale } from '#protocol/core/locales.ts';
import {
  firstDataBytesMax,
  firstDataId,
  firstPairs,
  type FirstData,
  type FirstPair,
} from '#protocol/core/first-data.ts';
import type { CallServingDeps } from './call-serving.ts';

/** Data may be a second old where it is read: it is made again after half of that, the way of the page takes the rest. */
const everyMs = 500;

/** What is asked for on behalf of whoever opens the page: public, so without an account. */
const context = {
  requestId: 'first-data',
  address: '',
  isLocal: false,
  userAgent: '',
  origin: null,
  countries: [],
  caller: null,
};

/** Answers a visitor's home begins with, the most important first, as it asks for them in the first language. */
const firstCalls: readonly (readonly [CallName, Readonly<Record<string, string>>])[] = [
  ['GET web/config', {}],
  ['GET common/getMsg', { language: defaultLocale }],
  ['GET common/carousel', { language: defaultLocale }],
  ['GET common/newsList', { language: defaultLocale, size: '3' }],
];

type FirstDataDeps = Pick<CallServingDeps, 'handlers' | 'areaIsOn'> & { readonly clock: () => number };

/** A line as a picture: its closes as whole numbers from 0 to 99. */
function drawn(line: readonly string[]): number[] {
  const closes = line.map(Number);
  const [least, most] = [Math.min(...closes), Math.max(...closes)];
  return closes.map((close) => (most === least ? 50 : Math.round(((close - least) / (most - least)) * 99)));
}

async function hottestPairs({ handlers }: FirstDataDeps): Promise<FirstPair[]> {
  const [{ list }, board] = await Promise.all([
    handlers['GET common/symbolsList']({}, context),
    handlers['GET common/new/changerSymbolsList']({ board: 'volume', size: firstPairs }, context),
  ]);
  return board.list.flatMap(({ ticker, line }) => {
    const pair = list.find(({ id }) => id === ticker.pair);
    if (pair === undefined) return [];
    const { id, base, name, priceDecimals } = pair;
    return [{ id, base, name, priceDecimals, last: ticker.last, change: ticker.change, line: drawn(line) }];
  });
}

async function answerOf(deps: FirstDataDeps, name: CallName, input: Readonly<Record<string, string>>) {
  const spec: CallSpec = calls[name];
  if (!deps.areaIsOn(spec.area)) return null;
  const handler = (deps.handlers as unknown as Record<string, (input: unknown, context: unknown) => Promise<unknown>>)[
    name
  ];
  return (await handler?.(v.parse(spec.input, input), context)) ?? null;
}

/** JSON that can stand in a script element: nothing in it can end the element or begin a comment. */
function escaped(data: FirstData): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

/** As much as fits, in order; what fails is left out: the page asks for it, as it would anyhow. */
async function collect(deps: FirstDataDeps): Promise<string> {
  let data: FirstData = { at: deps.clock(), pairs: [], answers: [] };
  const add = (next: FirstData) => {
    if (Buffer.byteLength(escaped(next)) <= firstDataBytesMax) data = next;
  };
  const [pairs, ...answers] = await Promise.all([
    deps.areaIsOn(calls['GET common/symbolsList'].area) ? hottestPairs(deps).catch(() => []) : [],
    ...firstCalls.map(([name, input]) => answerOf(deps, name, input).catch(() => null)),
  ]);
  add({ ...data, pairs });
  for (const [position, [name, input]] of firstCalls.entries()) {
    const answer = answers[position];
    if (answer !== null && answer !== undefined)
      add({ ...data, answers: [...data.answers, [name.slice('GET '.length), input, answer]] });
  }
  return escaped(data);
}

/**
 * What a visitor's home begins with, as a data block for the page (issue: the page comes with what it shows). Made at
 * most twice a second however many ask, and only when somebody does.
 */
export function firstDataBlocks(deps: FirstDataDeps): () => Promise<string> {
  let made: { readonly at: number; readonly block: Promise<string> } | null = null;
  return () => {
    const now = performance.now();
    if (made === null || now - made.at > everyMs) {
      const block = collect(deps).then(
        (json) => `<script type="application/json" id="${firstDataId}">${json}</script>`,
        () => '',
      );
      made = { at: now, block };
    }
    return made.block;
  };
}
