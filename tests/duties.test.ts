import { beforeAll, describe, expect, it } from 'vitest';
import { writtenBesideEngine } from '#server/main/duties/beside-engine.ts';
import { counters } from '#server/main/duties/counters.ts';
import { areasWithoutDuty, duties } from '#server/main/duties/duties.ts';
import { foreignWriters } from './foreign-writers.ts';
import { type ImportLine, programImports } from './import-lines.ts';
import { declaredTables, reachedSources, serverSources, type Source, writtenTables } from './server-sources.ts';

/** What an area keeps in memory belongs to one duty, and nothing else writes what it follows from. */

const all = serverSources();
const tables = declaredTables(all);
const owners = new Map(duties.flatMap((duty) => duty.tables.map((table) => [table, duty] as const)));
const areas = new Set(all.flatMap(({ area }) => area ?? []));

let lines: readonly ImportLine[] = [];
beforeAll(async () => {
  lines = await programImports();
});

/** What the given sources write, each table with where. */
function writesOf(sources: readonly Source[]): Map<string, Source[]> {
  const found = new Map<string, Source[]>();
  for (const source of sources) {
    for (const table of writtenTables(source.text, tables)) found.set(table, [...(found.get(table) ?? []), source]);
  }
  return found;
}

/** What repeats work: jobs that areas name, and timers of their own. */
const repeats = /\beveryMs\b.*\brun\b|\bsetInterval\(/s;

describe('a table', () => {
  it('belongs to one duty, which is made of the area that declares it', () => {
    expect(duties.flatMap((duty) => duty.tables).toSorted()).toEqual(tables.map(({ table }) => table).toSorted());
    expect(tables.filter(({ table, area }) => owners.get(table)?.areas.includes(area) !== true)).toEqual([]);
  });

  it('is written by its duty, or by an area that is named with a reason', () => {
    const strangers = [...writesOf(all)].flatMap(([table, sources]) =>
      sources
        .filter(({ area }) => area === null || owners.get(table)?.areas.includes(area) !== true)
        .filter(({ area }) => area === null || foreignWriters[table]?.includes(area) !== true)
        .map(({ file }) => `${file} writes ${table} of ${owners.get(table)?.name}`),
    );
    expect(strangers).toEqual([]);
  });

  it('is named where it is written, but by the purge and by the rows of a contract', () => {
    const constants = new Set(tables.map(({ constant }) => constant));
    const unnamed = all.filter(({ text }) =>
      Array.from(text.matchAll(/(?:INSERT INTO|DELETE FROM|UPDATE)\s+\$\{(\w+)/g)).some(
        ([, name = '']) => !constants.has(name),
      ),
    );
    expect(unnamed.map(({ file }) => file).toSorted()).toEqual([
      // Writes rows back from a file, to a table that becomes a partition.
      'core/archives/restoring.ts',
      // What it removes of each table is said by `core/jobs/retention.ts`.
      'core/jobs/purge.ts',
      'markets/contracts/rows/change-writes.ts',
    ]);
  });
});

describe('a duty', () => {
  it('has a name of its own', () => {
    const names = duties.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    const shapes = { pair: /\.<pair>$/, contract: /\.<contract>$/, chain: /\.<chain>$/, exchange: /^[a-z -]+$/ };
    expect(duties.filter(({ name, per }) => !shapes[per].test(name))).toEqual([]);
  });

  it('is made of areas, and each area is a part of one or has a reason not to be', () => {
    const used = new Set(duties.flatMap((duty) => duty.areas));
    expect([...used, ...Object.keys(areasWithoutDuty)].toSorted()).toEqual([...areas].toSorted());
  });

  it('has every table, and whatever is repeated', () => {
    // Edges keep their sockets alive, and each process watches its own clock.
    const ofProcess = new Set(['http', 'cluster/bus', 'cluster/edge', 'cluster/engine', 'stream', 'core/clock']);
    const idle = all.filter(({ area }) => area !== null && Object.hasOwn(areasWithoutDuty, area));
    expect(idle.filter(({ text }) => /\bpgTable\(/.test(text)).map(({ file }) => file)).toEqual([]);
    const repeating = idle.filter(({ area, text }) => !ofProcess.has(area ?? '') && repeats.test(text));
    expect(repeating.map(({ file }) => file)).toEqual([]);
    expect(all.filter(({ text }) => repeats.test(text)).length).toBeGreaterThan(30);
  });

  it('keeps nothing in memory where it says so', () => {
    const keeping = /^\s+(?:private )?readonly #?\w+ = new (?:Map|Set)\b|\bnew Retries\b/m;
    const forgetful = new Set(duties.filter(({ memory }) => memory === null).flatMap((duty) => duty.areas));
    const kept = all.filter(({ area, text }) => area !== null && keeping.test(text));
    expect(kept.length).toBeGreaterThan(30);
    expect(kept.filter(({ area }) => forgetful.has(area ?? '')).map(({ file }) => file)).toEqual([]);
  });

  it('is fenced by the writer that its code names, or by the epoch of the store', () => {
    const named = all.flatMap(({ area, text }) =>
      Array.from(
        text.matchAll(/(?:readonly writer|export const \w+Writer) = '(\w+)'/g),
        ([, writer]) => `${writer} of ${area}`,
      ),
    );
    const fenced = duties.flatMap(({ areas: own, fence }) =>
      fence.by === 'writer' ? own.map((area) => `${fence.writer} of ${area}`) : [],
    );
    expect(fenced.toSorted()).toEqual(named.toSorted());
    expect(duties.filter(({ fence }) => fence.by === 'lock').map(({ name }) => name)).toEqual(['ownership']);
  });

  it('reaches PostgreSQL over connections that the epoch ends', () => {
    const opening = all.filter(({ text }) => /\bopenDatabase\(|\bnew (?:Client|Pool|BoundedPool)\(/.test(text));
    expect(opening.map(({ file }) => file).toSorted()).toEqual([
      'core/store/beside-server.ts',
      // Asks whether its own PostgreSQL answers.
      'core/store/embedded/embedded-postgres.ts',
      'core/store/open-store.ts',
      'core/store/open.ts',
      // Nothing can be written to a standby, nor during a warm-up.
      'core/store/standby/open-standby.ts',
      // What it writes is fenced by the writer that it was assigned, and whoever revokes that ends these.
      'main/standby.ts',
      'main/warm-up.ts',
    ]);
    const textOf = (name: string) => all.find(({ file }) => file === name)?.text ?? '';
    expect(textOf('main/warm-up.ts')).toContain("options: '-c default_transaction_read_only=on'");
    expect(textOf('main/standby.ts')).toContain('applicationName: workerApplicationName(writer)');
    expect(textOf('core/store/open-store.ts')).toContain('pools: poolNames.map(applicationName)');
  });
});

describe('an edge', () => {
  it('is made of nothing that writes or reaches PostgreSQL', () => {
    const reached = reachedSources('main/edge.ts', lines, all);
    expect(reached.length).toBeGreaterThan(50);
    expect([...writesOf(reached).keys()]).toEqual([]);
    const packages = reached.flatMap(({ file }) =>
      lines.filter(({ from, isPackage, typeOnly }) => from === `src/server/${file}` && isPackage && !typeOnly),
    );
    expect(packages.map(({ to }) => to)).toContain('fastify');
    expect(packages.filter(({ to }) => /^pg$|^drizzle-orm/.test(to))).toEqual([]);
  });
});

describe('the operators’ console', () => {
  /** Tables whose writes stand in files that the console reads with, and never calls. */
  const onlyLoaded = [
    'store_identity',
    'store_chains',
    'scanned_blocks',
    'payout_nonces',
    'payout_transfers',
    'launch_commitments',
    'loans',
    'loan_sales',
    'loan_events',
    'miners',
    'miner_events',
    'sign_in_streaks',
    'sign_ins',
    'merchant_requests',
    'fiat_days',
    'outbox',
    'notice_reads',
    'notice_read_marks',
    'chat_reports',
  ];

  it('writes the tables that are named for it, and no other', () => {
    const reached = reachedSources('operator/main.ts', lines, all);
    const named = [...Object.keys(writtenBesideEngine), ...onlyLoaded];
    expect([...writesOf(reached).keys()].toSorted()).toEqual(named.toSorted());
  });

  it('is followed by jobs of the engine', () => {
    const jobs = Object.values(writtenBesideEngine).flatMap(({ takenUpBy }) => takenUpBy ?? []);
    const isJob = (name: string) => all.some(({ text }) => new RegExp(`\\bname: '${name}',\\s+everyMs\\b`).test(text));
    expect(jobs.length).toBeGreaterThan(10);
    expect([...new Set(jobs)].filter((name) => !isJob(name))).toEqual([]);
  });
});

describe('what is counted', () => {
  const files = new Map(all.map(({ file, text }) => [file, text]));
  const inMemory = counters.filter((counter) => counter.stands !== 'store');

  it('stands in a table or in a file that there is', () => {
    const missing = counters.filter((counter) =>
      counter.stands === 'store'
        ? !owners.has(counter.table)
        : !new RegExp(`\\b${counter.symbol}\\b`).test(files.get(counter.file) ?? ''),
    );
    expect(missing).toEqual([]);
    const names = counters.map(({ what }) => what);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  it('stands at the engine where edges do not count it, and else in what edges are made of', () => {
    const ofEdges = new Set(reachedSources('main/edge.ts', lines, all).map(({ file }) => file));
    const counted = inMemory.map(({ what, stands, file }) => ({ what, stands, isOfEdges: ofEdges.has(file) }));
    expect(counted.filter(({ stands, isOfEdges }) => stands === 'engine' && isOfEdges)).toEqual([]);
    expect(counted.filter(({ stands, isOfEdges }) => stands === 'link' && !isOfEdges)).toEqual([]);
  });

  it('is named wherever a budget, a queue or a window is made', () => {
    const making =
      /\bnew (?:(?:Cost|Address)Budgets|FairQueue|(?:Call|Address)Windows)\b|= createUploadGate\(|uploads: createUploadGate\(/;
    // Those of addresses are made of the others, and count where they are made themselves.
    const ofAddresses = /^export class Address(?:Budgets|Windows)\b/m;
    const makers = all.filter(({ text }) => making.test(text) && !ofAddresses.test(text)).map(({ file }) => file);
    const named = new Set(inMemory.map(({ file }) => file));
    expect(makers.length).toBeGreaterThan(5);
    expect(makers.filter((file) => !named.has(file))).toEqual([]);
  });
});
