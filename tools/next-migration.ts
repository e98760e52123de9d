import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appendOnlyStatement, appendOnlyTables, appendOnlyTrigger } from '#server/core/store/append-only.ts';
import { chainStatements, chainTrigger } from '#server/core/records/chain-statements.ts';
import { chainedTables } from '#server/core/records/chained.ts';
import { fetchPackages } from './fetched/fetch-packages.ts';

/**
 * Generates the migrations of the version that is being worked on: the difference between the tables of every
 * area and those of the last released migration, and after it the new statements of their hand-written
 * `guards.sql` (triggers and constraints that Drizzle has no words for). Run again it replaces what it made;
 * released migrations are never touched. Raise `released` with every version that leaves the house, and give the next
 * migration a name that says what it brings.
 */
const released = 25;
const name = 'one_name_per_table';

/**
 * Tables that the version being worked on gives up: the guards of their area carry their rows over and drop them.
 * Drizzle must not see them go: it would drop them before, and ask whether each was renamed. Empty it at a release.
 */
const givenUp: readonly string[] = ['notices_untold'];

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'src/server/core/store/migrations');
const journalFile = path.join(folder, 'meta/_journal.json');
const breakpoint = '--> statement-breakpoint';

interface Journal {
  entries: { idx: number; tag: string }[];
}

function generate(...args: readonly string[]): void {
  const kit = path.join(fetchPackages('migrations'), 'drizzle-kit/bin.cjs');
  const outcome = spawnSync(process.execPath, [kit, 'generate', ...args], { cwd: root, stdio: 'inherit' });
  if (outcome.status !== 0) throw new Error('drizzle-kit could not generate: see above');
}

/** Takes back what was generated after the last release. */
function forgetUnreleased(): void {
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as Journal;
  for (const { idx, tag } of journal.entries.slice(released)) {
    rmSync(path.join(folder, `${tag}.sql`), { force: true });
    rmSync(path.join(folder, `meta/${String(idx).padStart(4, '0')}_snapshot.json`), { force: true });
  }
  writeFileSync(
    journalFile,
    `${JSON.stringify({ ...journal, entries: journal.entries.slice(0, released) }, null, 2)}\n`,
  );
}

/** Drizzle leaves the dropping of a primary key to its reader; PostgreSQL names one after its table. */
function dropPrimaryKeys(): void {
  const note = /\/\*\s+Unfortunately[\s\S]*?\*\/\s*/g;
  for (const tag of globSync(`*_${name}.sql`, { cwd: folder })) {
    const file = path.join(folder, tag);
    const text = readFileSync(file, 'utf8');
    const dropped = text
      .replaceAll(note, '')
      .replaceAll(/-- (ALTER TABLE "(\w+)" DROP CONSTRAINT) "<constraint_name>"/g, '$1 "$2_pkey"');
    if (dropped !== text) writeFileSync(file, dropped);
  }
}

/** Statements of the guards that no released migration has. */
function newGuards(): string[] {
  const known = globSync('*.sql', { cwd: folder })
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const shared = 'src/server/core/store/guards.sql';
  const areas = globSync('src/server/**/guards.sql', { cwd: root }).filter((file) => file !== shared);
  // What areas share comes first: a trigger needs its function.
  const written = [shared, ...areas.toSorted()]
    .flatMap((file) => readFileSync(path.join(root, file), 'utf8').split(breakpoint))
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !known.includes(statement));
  // Last: other guards may still carry rows of before over.
  return [...written, ...newAppendOnly(known), ...newChains(known)];
}

/** The triggers of tables that were declared as append-only since the last release. */
function newAppendOnly(known: string): string[] {
  const tables = appendOnlyTables.filter((table) => !known.includes(`CREATE TRIGGER ${appendOnlyTrigger(table)} `));
  if (tables.length === 0) return [];
  // A trigger of a partitioned table is not asked by statements that name a partition.
  const partitions = `DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT inhparent::regclass AS parent, inhrelid::regclass AS name FROM pg_inherits
               WHERE inhparent = ANY ('{${tables.join(',')}}'::regclass[]) LOOP
    EXECUTE format('${appendOnlyStatement('%1$s', '%2$s').replaceAll('\n', ' ')}', part.parent, part.name);
  END LOOP;
END;
$$;`;
  return [...tables.map((table) => appendOnlyStatement(table)), partitions];
}

/** The triggers of tables that were declared as chained since the last release. */
function newChains(known: string): string[] {
  return chainedTables
    .filter(({ table }) => !known.includes(`CREATE TRIGGER ${chainTrigger(table)} `))
    .flatMap((table) => chainStatements(table));
}

/** Runs `work` while the last released snapshot does not know the tables that are given up. */
function withoutGivenUp(work: () => void): void {
  const file = path.join(folder, `meta/${String(released - 1).padStart(4, '0')}_snapshot.json`);
  const kept = readFileSync(file, 'utf8');
  const snapshot = JSON.parse(kept) as { tables: Record<string, unknown> };
  const left = Object.entries(snapshot.tables).filter(([name]) => !givenUp.includes(name.replace('public.', '')));
  writeFileSync(file, JSON.stringify({ ...snapshot, tables: Object.fromEntries(left) }));
  try {
    work();
  } finally {
    writeFileSync(file, kept);
  }
}

forgetUnreleased();
withoutGivenUp(() => generate('--name', name));
dropPrimaryKeys();
const guards = newGuards();
if (guards.length > 0) {
  generate('--custom', '--name', `${name}_guards`);
  const [file] = globSync(`*_${name}_guards.sql`, { cwd: folder });
  if (file === undefined) throw new Error(`drizzle-kit made no migration named ${name}_guards`);
  writeFileSync(path.join(folder, file), `${guards.join(`\n${breakpoint}\n`)}\n`);
}
