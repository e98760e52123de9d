import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { readConfig } from '#server/core/config/config.ts';
import { natsOf } from './nats-of.ts';

const CLUSTER_KEY = Buffer.alloc(32, 7).toString('base64url');

it.each([
  { mode: 'live', natsUrl: 'nats://edge-1:secret@127.0.0.1:9', isSaid: true },
  { mode: 'live', natsUrl: 'tls://edge-1:secret@127.0.0.1:9', isSaid: false },
  { mode: 'practice', natsUrl: 'nats://127.0.0.1:9', isSaid: false },
])('says in $mode mode that $natsUrl is not safe: $isSaid', async ({ mode, natsUrl, isSaid }) => {
  const lines: string[] = [];
  const output = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) });
  const config = readConfig({ ROLE: 'edge', MODE: mode, NATS_URL: natsUrl, NATS_INSECURE: '1', CLUSTER_KEY });
  // As loud as can be: also where nothing but errors is logged.
  const { bus } = natsOf(config, pino({ level: 'error' }, output), new Registry(), 'edge');
  await bus.close();
  expect(lines.some((line) => line.includes('NATS_INSECURE'))).toBe(isSaid);
  expect(lines.join('')).not.toContain('secret');
});
