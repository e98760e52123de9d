import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { archiveFile } from '#server/core/archives/archiving.ts';
import { manifestFile } from '#server/core/archives/manifest.ts';
import { readPartitions } from '#server/core/archives/partitions.ts';
import { partitionedTables } from '#server/partitions/all.ts';
import type { KillReport } from '../kill-report.ts';
import {
  halfFileFaults,
  leftovers,
  type OldPartition,
  type Place,
  placeOf,
  rowsIn,
  totalRows,
  wholeFaults,
} from './archive-checks.ts';
import { type ArchiveStore, openArchiveStore } from './archive-store.ts';
import { backendsGone, backendsOf, connected, recovered, startOperator } from './operator-process.ts';

const size = { entries: 30_000, others: 6_000 };
/** Every so many rounds a process of PostgreSQL is killed instead of the operator's. */
const roundsPerBackend = 4;
/** Commands that may end before their kill, for each that is killed. */
const triesPerRound = 5;

type Act = 'take' | 'restore';

/** What a run saw. */
export interface ArchiveKillReport extends KillReport {
  /** Commands that were killed before they ended. */
  readonly kills: number;
  /** What kills left, as in `take: rows in the store, a file with its manifest`, and how often. */
  readonly left: Readonly<Record<string, number>>;
  /** The last runs that nobody killed. */
  readonly spans: Readonly<Record<string, Span>>;
}

/** How long a command takes until it is connected, and from there to its end, in milliseconds. */
interface Span {
  readonly connectMs: number;
  readonly workMs: number;
}

/** What the rounds go on with. */
interface World {
  readonly store: ArchiveStore;
  readonly random: () => number;
  readonly partitions: readonly OldPartition[];
  readonly totals: ReadonlyMap<string, number>;
  readonly archived: Set<OldPartition>;
  /** Manifests of whole files, by partition. */
  readonly manifests: Map<string, string>;
  /** What the last complete run took, see `spanKey`. */
  readonly spans: Map<string, Span>;
  readonly left: Record<string, number>;
}

/**
 * Kills the operator's command, or its connection's process of PostgreSQL, again and again while it archives old partitions
 * and brings them back. After each kill every row is in the store or in a proved file, the books add up, and the same command,
 * run again, completes.
 *
 * @param random the commands and the moments of the kills (not the machine's timing)
 */
export async function killArchiving(rounds: number, random: () => number): Promise<ArchiveKillReport> {
  const store = await openArchiveStore(size);
  try {
    const world = await worldOf(store, random);
    const [first] = world.partitions;
    if (first === undefined) throw new Error('nothing is old');
    const faults: string[] = [];
    for (const act of ['take', 'restore'] as const) faults.push(...(await complete(world, act, first)));
    let kills = 0;
    for (let tried = 0; kills < rounds && tried < rounds * triesPerRound && faults.length === 0; tried += 1) {
      const { act, partition } = nextOf(world);
      const seen = await oneRound(world, kills + 1, act, partition);
      if (seen.struck) kills += 1;
      faults.push(...seen.faults.map((fault) => `round ${kills}, ${act} ${partition.name}: ${fault}`));
    }
    faults.push(...(await faultsAtEnd(world)));
    return { kills, left: world.left, spans: Object.fromEntries(world.spans), faults };
  } finally {
    await store.close();
  }
}

/** Whether every partition is where the last command put it. */
async function faultsAtEnd({ store, partitions, archived }: World): Promise<string[]> {
  const faults: string[] = [];
  for (const partition of partitions) {
    const { place, faults: found } = await placeOf(store, partition);
    faults.push(...found.map((fault) => `at the end: ${fault}`));
    if ((place === 'file') !== archived.has(partition)) faults.push(`at the end ${partition.name} is in a ${place}`);
  }
  return faults;
}

async function worldOf(store: ArchiveStore, random: () => number): Promise<World> {
  const { pool } = store.database;
  const partitions: OldPartition[] = [];
  for (const table of partitionedTables) {
    const all = await readPartitions(pool, table.table);
    for (const { name } of all) {
      const found = await rowsIn(pool, table, name);
      // The last partition with rows is the one that is written to.
      if (found.rows >= size.others / 2) partitions.push({ table, name, ...found });
    }
  }
  const totals = await totalRows(store.database);
  return { store, random, partitions, totals, archived: new Set(), manifests: new Map(), spans: new Map(), left: {} };
}

/** A table by chance, and of it the oldest partition that is there or the newest that is archived. */
function nextOf({ random, partitions, archived }: World): { act: Act; partition: OldPartition } {
  const tables = [...new Set(partitions.map(({ table }) => table))];
  const table = tables[Math.floor(random() * tables.length)];
  const own = partitions.filter((partition) => partition.table === table);
  const there = own.find((partition) => !archived.has(partition));
  const away = own.findLast((partition) => archived.has(partition));
  const wantsBack = random() < 0.5;
  if (away !== undefined && (there === undefined || wantsBack)) return { act: 'restore', partition: away };
  if (there === undefined) throw new Error('a table without old partitions');
  return { act: 'take', partition: there };
}

/** One command, killed, looked at and run again. */
async function oneRound(
  world: World,
  round: number,
  act: Act,
  partition: OldPartition,
): Promise<{ readonly struck: boolean; readonly faults: readonly string[] }> {
  const { store, random } = world;
  const byBackend = round % roundsPerBackend === 0;
  const { struck, code, said } = await killOnce(world, act, partition, byBackend);
  const faults: string[] = [];
  if (byBackend && said.includes('\n    at ')) faults.push(`it ended with a trace: ${said}`);
  if (!struck && code !== 0) faults.push(`it failed without a kill: ${said}`);
  // An operator may be as fast as this: PostgreSQL may still be at work for the killed command.
  const atOnce = !byBackend && random() < 0.3;
  let left = struck ? 'run again at once' : 'ended before';
  if (!atOnce) {
    if (byBackend) await recovered(store.database.pool);
    await backendsGone(store.database.pool);
    const { place, faults: found } = await placeOf(store, partition);
    faults.push(...found, ...(await halfFileFaults(store, partition, world.manifests.get(partition.name) ?? null)));
    faults.push(...(await wholeFaults(store, world.totals, random() < 0.3)));
    if (struck) left = await remains(world, partition, place);
  }
  world.left[`${act}: ${left}`] = (world.left[`${act}: ${left}`] ?? 0) + 1;
  if (faults.length === 0) faults.push(...(await complete(world, act, partition)));
  return { struck, faults };
}

/** Starts a command and kills it, or its process of PostgreSQL, at any moment of its usual span. */
async function killOnce(world: World, act: Act, partition: OldPartition, byBackend: boolean) {
  const { store, random } = world;
  const { pool } = store.database;
  const { connectMs, workMs } = spanOf(world, act, partition);
  const key = spanKey(store, act, partition);
  const operator = startOperator(store, commandOf(store, act, partition));
  const began = performance.now();
  // Null where it is not known, because PostgreSQL recovers.
  const connecting = connected(pool, operator).then(
    () => performance.now() - began,
    () => null,
  );
  // Starting Node takes longest and changes nothing: two of three kills come once the command is connected.
  const isLate = random() < 2 / 3;
  const moment = random();
  if (isLate) await connecting;
  await Promise.race([operator.ended, sleep(moment * (isLate ? workMs : connectMs + workMs))]);
  const struck = byBackend ? await killBackend(world, operator) : !operator.hasEnded();
  if (!byBackend) operator.kill();
  const outcome = await operator.ended;
  const connectedMs = await connecting;
  if (!struck && connectedMs !== null)
    world.spans.set(key, { connectMs: connectedMs, workMs: performance.now() - began - connectedMs });
  return { struck, ...outcome };
}

/** Ends a process of PostgreSQL that serves the command, once there is one; PostgreSQL then recovers from its log. */
async function killBackend({ store }: World, operator: ReturnType<typeof startOperator>): Promise<boolean> {
  await connected(store.database.pool, operator);
  const [pid] = await backendsOf(store.database.pool);
  if (pid === undefined) return false;
  process.kill(pid, 'SIGKILL');
  return true;
}

/** Runs a command to its end, whatever an earlier one left, and looks whether everything is as it should be. */
async function complete(world: World, act: Act, partition: OldPartition): Promise<string[]> {
  const { store, archived, random } = world;
  const key = spanKey(store, act, partition);
  const began = performance.now();
  const operator = startOperator(store, commandOf(store, act, partition));
  await connected(store.database.pool, operator);
  const connectMs = performance.now() - began;
  const { code, said } = await operator.ended;
  world.spans.set(key, { connectMs, workMs: performance.now() - began - connectMs });
  if (code !== 0) return [`run again it ends with ${code}: ${said}`];
  const { place, faults } = await placeOf(store, partition);
  const file = archiveFile(store.folder, partition.name);
  if (place === 'file') {
    archived.add(partition);
    world.manifests.set(partition.name, readFileSync(manifestFile(file), 'utf8'));
  } else {
    archived.delete(partition);
    // Most operators remove a file whose rows are in the store again; the next one is written from its beginning.
    if (random() < 0.8) for (const name of [file, manifestFile(file)]) rmSync(name);
  }
  return [
    ...faults,
    ...(place === (act === 'take' ? 'file' : 'table') ? [] : [`run again it leaves the rows in the ${place}`]),
    ...(await wholeFaults(store, world.totals, false)),
    ...(await leftovers(store)),
  ];
}

/** What takes about as long: an act on partitions of a table, with or without a file that is there already. */
function spanKey({ folder }: ArchiveStore, act: Act, { table, name }: OldPartition): string {
  return `${act} ${table.table}${existsSync(manifestFile(archiveFile(folder, name))) ? ' with a file' : ''}`;
}

function spanOf({ store, spans }: World, act: Act, partition: OldPartition): Span {
  const span = spans.get(spanKey(store, act, partition));
  if (span !== undefined) return span;
  const larger = spans.get(`${act} ledger_entries`) ?? spans.get(`${act} ledger_entries with a file`);
  if (larger === undefined) throw new Error(`nothing was learned of ${act}`);
  return { ...larger, workMs: larger.workMs / 3 };
}

function commandOf({ folder }: ArchiveStore, act: Act, { name }: OldPartition): string[] {
  const what = act === 'take' ? [name, folder] : [archiveFile(folder, name)];
  return ['archive', act, ...what, '--reason', 'the disk is filling up', '--by', 'grace'];
}

/** What a kill left. */
async function remains({ store }: World, { name }: OldPartition, place: Place): Promise<string> {
  const file = archiveFile(store.folder, name);
  const { rows } = await store.database.pool.query('SELECT FROM pg_class WHERE relname = $1', [`${name}_restoring`]);
  const kept = [
    ...(existsSync(`${file}.part`) ? ['half a file'] : []),
    ...(existsSync(file) ? [`a file${existsSync(manifestFile(file)) ? ' with its manifest' : ''}`] : []),
    ...(rows.length > 0 ? ['a table that is being filled'] : []),
  ];
  return [place === 'table' ? 'rows in the store' : 'rows archived', ...kept].join(', ');
}
