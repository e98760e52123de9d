import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Spot and contracts are built alike: who knows one file knows its twin. */

const markets = path.join(import.meta.dirname, '../../src/server/markets');

/** Every area has these, named for what is in them; their contents are the product's own. */
const own = new Set(['open.ts', 'tables.ts']);

function filesOf(product: 'spot' | 'contracts'): string[] {
  return readdirSync(path.join(markets, product)).filter((name) => /^[\w-]+\.ts$/.test(name) && !own.has(name));
}

/** What a file exports, as `function Commits`, without the name of its product. */
function shapeOf(product: 'spot' | 'contracts', name: string): string[] {
  const source = readFileSync(path.join(markets, product, name), 'utf8');
  const found = source.matchAll(/^export (?:async )?(function|const|class|interface|type) (\w+)/gm);
  return [...found]
    .map(([, kind = '', exported = '']) => {
      const isType = kind === 'interface' || kind === 'type';
      return `${isType ? 'type' : kind === 'class' ? 'class' : 'value'} ${exported.replace(/spot|contracts?/i, '').toLowerCase()}`;
    })
    .toSorted();
}

const twins = filesOf('spot').filter((name) => filesOf('contracts').includes(name));

test('they share the files of the road of an order', () => {
  expect(twins).toEqual(
    expect.arrayContaining([
      'audit.ts',
      'calls.ts',
      'command.ts',
      'commits.ts',
      'journals.ts',
      'market.ts',
      'order.ts',
      'run.ts',
      'store.ts',
      'testing.ts',
    ]),
  );
});

test.each(twins)('%s exports the same shape in both', (name) => {
  expect(shapeOf('spot', name)).not.toEqual([]);
  expect(shapeOf('contracts', name)).toEqual(shapeOf('spot', name));
});
