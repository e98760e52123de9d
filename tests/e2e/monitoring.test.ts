import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/log/log.ts';
import { startEdge } from '#server/main/edge.ts';
import type { Exchange } from '#server/main/exchange.ts';
import { setStage } from './stage.ts';

/** What operators watch an exchange with: `deploy/alerts.yml` and `deploy/dashboard.json`. */

const stage = setStage('shared');

/** An edge has figures that an exchange of one process has not, also while it reaches neither broker nor engine. */
let edge: Exchange;
beforeAll(async () => {
  const CLUSTER_KEY = Buffer.alloc(32, 7).toString('base64url');
  const settings = { ROLE: 'edge', NATS_URL: 'nats://127.0.0.1:9', CLUSTER_KEY, PORT: '0', DRAIN_SECONDS: '0' };
  edge = await startEdge({ config: readConfig(settings), logger: createLogger('silent'), appDirectory: null });
});
afterAll(() => edge.close());

const read = (file: string) => readFile(path.join(import.meta.dirname, '../../deploy', file), 'utf8');

/** Names of figures that a text asks for, without what a histogram adds to its own. */
function figuresIn(text: string): string[] {
  const names = text.match(/\b(?:dunlin|nodejs|process)_[a-z\d_]+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))];
}

async function servedFigures(): Promise<ReadonlySet<string>> {
  const addresses = [stage.exchange.address, edge.address];
  const texts = await Promise.all(addresses.map(async (address) => (await fetch(`${address}/metrics`)).text()));
  const text = texts.join('\n');
  return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
}

it.each(['alerts.yml', 'dashboard.json'])('%s asks only for figures that the exchange or an edge has', async (file) => {
  const served = await servedFigures();
  const asked = figuresIn(await read(file));
  expect(asked.length).toBeGreaterThan(6);
  expect(asked.filter((name) => !served.has(name))).toEqual([]);
});

it('every own figure is watched by an alert or on the dashboard', async () => {
  const own = [...(await servedFigures())].filter((name) => name.startsWith('dunlin_'));
  const watched = new Set(figuresIn((await read('alerts.yml')) + (await read('dashboard.json'))));
  expect(own.length).toBeGreaterThan(6);
  expect(own.filter((name) => !watched.has(name))).toEqual([]);
});

it('names routes that the exchange answers', async () => {
  const routes = `${await read('alerts.yml')} ${await read('dashboard.json')}`.match(/\/api\/[\w()|]+/g) ?? [];
  const paths = routes.flatMap((route) => {
    const [, names = ''] = /^\/api\/\(?([\w|]+)/.exec(route) ?? [];
    return names.split('|');
  });
  expect(paths.length).toBeGreaterThan(1);
  for (const name of paths) {
    const { status } = await fetch(`${stage.exchange.address}/api/${name}`, { method: 'POST' });
    expect([name, status]).not.toEqual([name, 404]);
  }
});

it('every alert says how urgent it is, what is wrong and what to do', async () => {
  const [, ...alerts] = (await read('alerts.yml')).split(/^ +- alert: /m);
  expect(alerts.length).toBeGreaterThan(6);
  for (const alert of alerts) {
    expect(alert).toMatch(/severity: (?:page|ticket) /);
    expect(alert).toMatch(/summary: .{10}/);
    expect(alert).toMatch(/description: (?:>-\n +)?.{30}/);
  }
});
