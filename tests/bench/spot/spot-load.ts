import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { LoadConnection } from '../http-load.ts';
import { cancelling, generator, type LoadCaller, opening, placing, resting } from './load-callers.ts';

/** Options of a measured server. */
export interface SpotServerOrder {
  readonly writer: 'group' | 'naive';
  readonly connection: ClientConfig;
  readonly userIds: number;
}

/** What it answers once it serves. */
export interface SpotServerReady {
  readonly port: number;
  readonly tokens: readonly string[];
}

/** What it is asked after that: orders from within, answered with an `InnerCount`. */
export interface InnerOrder {
  readonly milliseconds: number;
  readonly seed: number;
  readonly users: number;
}

/** Counts of one stretch of load. */
export interface LoadCount {
  readonly accepted: number;
  readonly refused: number;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
}

/** Sends spot orders over one connection each of some users until the time is up. */
export function load(
  ready: SpotServerReady,
  milliseconds: number,
  seed: number,
  users = ready.tokens.length,
): Promise<LoadCount> {
  return drive(ready, milliseconds, callersOf(users, seed, placing));
}

/** Opens and closes positions of contracts. */
export function loadContracts(
  ready: SpotServerReady,
  milliseconds: number,
  seed: number,
  users: number,
): Promise<LoadCount> {
  return drive(ready, milliseconds, callersOf(users, seed, opening));
}

/** Places orders that rest for the time, then cancels them: only the cancels are counted. */
export async function loadCancels(
  ready: SpotServerReady,
  milliseconds: number,
  seed: number,
  users: number,
): Promise<LoadCount> {
  const ids = Array.from({ length: users }, (): string[] => []);
  await drive(
    ready,
    milliseconds,
    ids.map((own, nth) => resting(generator(seed * 1_000 + nth), own)),
  );
  return drive(ready, milliseconds, ids.map(cancelling));
}

function callersOf(users: number, seed: number, caller: (random: () => number) => LoadCaller): LoadCaller[] {
  return Array.from({ length: users }, (_, nth) => caller(generator(seed * 1_000 + nth)));
}

/** Lets every caller ask over a connection of its own, until the time is up or it has nothing more to ask. */
async function drive(ready: SpotServerReady, milliseconds: number, callers: readonly LoadCaller[]): Promise<LoadCount> {
  const connections = await Promise.all(callers.map(() => LoadConnection.open(ready.port)));
  const latenciesMs: number[] = [];
  let accepted = 0;
  let refused = 0;
  const startedMs = performance.now();
  const untilMs = startedMs + milliseconds;
  await Promise.all(
    connections.map(async (connection, nth) => {
      const caller = callers[nth];
      const authorization = `Authorization: Bearer ${ready.tokens[nth] ?? ''}\r\n`;
      for (;;) {
        const sentMs = performance.now();
        const request = sentMs >= untilMs ? null : caller?.next();
        if (request === null || request === undefined) return;
        const headers = `${authorization}Idempotency-Key: ${randomBytes(12).toString('hex')}\r\n`;
        const { status, body } = await connection.post(request.path, headers, request.body);
        latenciesMs.push(performance.now() - sentMs);
        if (status === 200 && body.startsWith('{"code":200,')) {
          accepted += 1;
          caller?.heard?.(body);
        } else refused += 1;
      }
    }),
  );
  for (const connection of connections) connection.close();
  return { accepted, refused, seconds: (performance.now() - startedMs) / 1_000, latenciesMs };
}
