import type { Page } from '#protocol/core/envelope.ts';
import { allotmentLinesMax } from '#protocol/launchpad/entities/words.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Queryable, Transaction } from '#server/core/store/database.ts';
import type { ListLine } from './allotment.ts';
import type { ProjectPhase } from './phases.ts';
import type { CommitmentRow, ProjectRow } from './project-row.ts';
import type { NewProject } from './rules.ts';

/** A row as the driver returns it: 64-bit numbers are texts. */
type Stored<Row> = {
  readonly [Name in keyof Row]: Row[Name] extends bigint | number
    ? string | number
    : Row[Name] extends bigint | number | null
      ? string | number | null
      : Row[Name];
};

const projectColumns = `project.id, project.coin, project.quote, project.name, project.manner, project.pieces,
  project.piece, project.piece_cost AS "pieceCost", project.minimum, project.maximum, project.opens_at AS "opensAt",
  project.closes_at AS "closesAt", project.phase, project.people, project.wanted, project.allotted, project.paid,
  project.list_hash AS "listHash", project.ended_at AS "endedAt", project.due_at AS "dueAt", project.practice,
  project.pair, project.auction_ms AS "auctionMs"`;

const commitmentColumns = 'project, line, owner, wanted, allotted, at, served_at AS "servedAt"';

const timeOrNull = (text: string | number | null) => (text === null ? null : Number(text));

function projectOf(row: Stored<ProjectRow>): ProjectRow {
  return {
    ...row,
    id: BigInt(row.id),
    pieces: BigInt(row.pieces),
    piece: BigInt(row.piece),
    pieceCost: BigInt(row.pieceCost),
    minimum: BigInt(row.minimum),
    maximum: BigInt(row.maximum),
    opensAt: Number(row.opensAt),
    closesAt: Number(row.closesAt),
    people: Number(row.people),
    wanted: BigInt(row.wanted),
    allotted: BigInt(row.allotted),
    paid: BigInt(row.paid),
    endedAt: timeOrNull(row.endedAt),
    dueAt: timeOrNull(row.dueAt),
    auctionMs: timeOrNull(row.auctionMs),
  };
}

function commitmentOf(row: Stored<CommitmentRow>): CommitmentRow {
  return {
    project: BigInt(row.project),
    line: Number(row.line),
    owner: BigInt(row.owner),
    wanted: BigInt(row.wanted),
    allotted: row.allotted === null ? null : BigInt(row.allotted),
    at: Number(row.at),
    servedAt: timeOrNull(row.servedAt),
  };
}

/** Writes a new project. @returns its row */
export async function insertProject({ client }: Transaction, project: NewProject): Promise<ProjectRow> {
  const { rows } = await client.query<Stored<ProjectRow>>(
    `INSERT INTO launch_projects AS project (coin, quote, name, manner, pieces, piece, piece_cost, minimum, maximum,
       opens_at, closes_at, phase, due_at, practice, pair, auction_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'selling', $11, $12, $13, $14) RETURNING ${projectColumns}`,
    [
      project.coin,
      project.quote,
      project.name,
      project.manner,
      project.pieces,
      project.piece,
      project.pieceCost,
      project.minimum,
      project.maximum,
      project.opensAt,
      project.closesAt,
      project.practice,
      project.auctionMs === null ? null : project.coin + project.quote,
      project.auctionMs,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a project was not written');
  return projectOf(row);
}

/** The project with an id, locked; null when there is none. */
export async function lockProject({ client }: Transaction, id: bigint): Promise<ProjectRow | null> {
  const { rows } = await client.query<Stored<ProjectRow>>(
    `SELECT ${projectColumns} FROM launch_projects AS project WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] === undefined ? null : projectOf(rows[0]);
}

/** The project with an id, or null. */
export async function findProject(client: Queryable, id: bigint): Promise<ProjectRow | null> {
  const { rows } = await client.query<Stored<ProjectRow>>(
    `SELECT ${projectColumns} FROM launch_projects AS project WHERE id = $1`,
    [id],
  );
  return rows[0] === undefined ? null : projectOf(rows[0]);
}

/** What may change of a project's row. */
type ProjectChange = Partial<
  Pick<
    ProjectRow,
    'phase' | 'people' | 'wanted' | 'allotted' | 'paid' | 'listHash' | 'endedAt' | 'dueAt' | 'opensAt' | 'closesAt'
  >
>;

const changeable: Readonly<Record<keyof ProjectChange, string>> = {
  phase: 'phase',
  people: 'people',
  wanted: 'wanted',
  allotted: 'allotted',
  paid: 'paid',
  listHash: 'list_hash',
  endedAt: 'ended_at',
  dueAt: 'due_at',
  opensAt: 'opens_at',
  closesAt: 'closes_at',
};

/** Changes a project's row, which is locked. */
export async function updateProject(
  { client }: Transaction,
  row: ProjectRow,
  change: ProjectChange,
): Promise<ProjectRow> {
  const names = (Object.keys(changeable) as (keyof ProjectChange)[]).filter((name) => change[name] !== undefined);
  const columns = names.map((name, nth) => `${changeable[name]} = $${nth + 2}`);
  await client.query(`UPDATE launch_projects SET ${columns.join(', ')} WHERE id = $1`, [
    row.id,
    ...names.map((name) => change[name]),
  ]);
  return { ...row, ...change };
}

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly size: number;
}

function cursorOf({ cursor }: PageQuery): string | null {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  return cursor ?? null;
}

/** Which projects a list shows, as conditions on stored phase and times; `$1` is server time. */
const shown = {
  'in-progress': "project.phase IN ('selling', 'allotting', 'settling') AND project.opens_at <= $1",
  announced: "project.phase = 'selling' AND project.opens_at > $1",
  ended: "project.phase = 'ended'",
} as const;

/** Projects of a list, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function listProjects(
  { pool }: Pick<Database, 'pool'>,
  which: keyof typeof shown,
  query: PageQuery,
  now: number,
): Promise<Page<ProjectRow>> {
  const { rows } = await pool.query<Stored<ProjectRow>>(
    `SELECT ${projectColumns} FROM launch_projects AS project
      WHERE ${shown[which]} AND $1::bigint > 0 AND ($2::bigint IS NULL OR project.id < $2)
      ORDER BY project.id DESC LIMIT $3`,
    [now, cursorOf(query), query.size + 1],
  );
  const list = rows.slice(0, query.size).map(projectOf);
  return { list, next: rows.length > query.size ? (list.at(-1)?.id.toString() ?? null) : null };
}

/** Projects of which something is due, those due first. */
export async function dueProjects(client: Queryable, now: number, most: number): Promise<bigint[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM launch_projects WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2',
    [now, most],
  );
  return rows.map(({ id }) => BigInt(id));
}

/** A person's commitment to a project, or null. */
export async function findCommitment(client: Queryable, project: bigint, owner: bigint): Promise<CommitmentRow | null> {
  const { rows } = await client.query<Stored<CommitmentRow>>(
    `SELECT ${commitmentColumns} FROM launch_commitments WHERE owner = $1 AND project = $2`,
    [owner, project],
  );
  return rows[0] === undefined ? null : commitmentOf(rows[0]);
}

/** Writes a commitment, or what it has become. The project is locked. */
export async function writeCommitment({ client }: Transaction, row: CommitmentRow): Promise<void> {
  await client.query(
    `INSERT INTO launch_commitments (project, line, owner, wanted, allotted, at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (project, line) DO UPDATE SET wanted = excluded.wanted, allotted = excluded.allotted`,
    [row.project, row.line, row.owner, row.wanted, row.allotted, row.at],
  );
}

type OwnRow = Stored<ProjectRow> & { readonly own: Stored<CommitmentRow> };

/** A user's commitments with their projects, newest project first. @throws Refusal `operationFailed` for a cursor */
export async function ownCommitments(
  { pool }: Pick<Database, 'pool'>,
  owner: bigint,
  query: PageQuery & { readonly project?: string | undefined; readonly hasEnded: boolean },
): Promise<Page<readonly [ProjectRow, CommitmentRow]>> {
  const { rows } = await pool.query<OwnRow>(
    `SELECT ${projectColumns}, jsonb_build_object('project', own.project::text, 'line', own.line,
            'owner', own.owner::text, 'wanted', own.wanted::text, 'allotted', own.allotted::text, 'at', own.at,
            'servedAt', own.served_at) AS own
       FROM (SELECT * FROM launch_commitments
              WHERE owner = $1 AND served_at IS ${query.hasEnded ? 'NOT NULL' : 'NULL'}
                AND ($2::bigint IS NULL OR project < $2) AND ($3::bigint IS NULL OR project = $3)
              ORDER BY project DESC LIMIT $4) AS own
            JOIN launch_projects AS project ON project.id = own.project
      ORDER BY own.project DESC`,
    [owner, cursorOf(query), query.project ?? null, query.size + 1],
  );
  const list = rows.slice(0, query.size).map(({ own, ...project }) => [projectOf(project), commitmentOf(own)] as const);
  return { list, next: rows.length > query.size ? (list.at(-1)?.[0].id.toString() ?? null) : null };
}

/** All that was wanted, by line from 1 on. */
export async function readWanted(client: Queryable, project: bigint): Promise<bigint[]> {
  const { rows } = await client.query<{ wanted: string }>(
    'SELECT wanted FROM launch_commitments WHERE project = $1 ORDER BY line',
    [project],
  );
  return rows.map(({ wanted }) => BigInt(wanted));
}

/** Lines of a project without a share yet, first ones first. */
export async function unallottedLines(client: Queryable, project: bigint, most: number): Promise<number[]> {
  const { rows } = await client.query<{ line: number }>(
    'SELECT line FROM launch_commitments WHERE project = $1 AND allotted IS NULL ORDER BY line LIMIT $2',
    [project, most],
  );
  return rows.map(({ line }) => line);
}

/** Writes shares of lines. */
export async function writeShares(
  { client }: Transaction,
  project: bigint,
  shares: readonly (readonly [line: number, pieces: bigint])[],
): Promise<void> {
  await client.query(
    `UPDATE launch_commitments AS own SET allotted = share.pieces
       FROM unnest($2::int[], $3::bigint[]) AS share (line, pieces)
      WHERE own.project = $1 AND own.line = share.line AND own.allotted IS NULL`,
    [project, shares.map(([line]) => line), shares.map(([, pieces]) => pieces)],
  );
}

/** Commitments that were not served yet, first lines first, with their shares. */
export async function unserved(client: Queryable, project: bigint, most: number): Promise<CommitmentRow[]> {
  const { rows } = await client.query<Stored<CommitmentRow>>(
    `SELECT ${commitmentColumns} FROM launch_commitments
      WHERE project = $1 AND served_at IS NULL ORDER BY line LIMIT $2`,
    [project, most],
  );
  return rows.map(commitmentOf);
}

/** Marks lines as served, in the transaction that serves them. */
export async function markServed(
  { client }: Transaction,
  project: bigint,
  lines: readonly number[],
  at: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE launch_commitments SET served_at = $3 WHERE project = $1 AND line = ANY ($2::int[]) AND served_at IS NULL`,
    [project, lines, at],
  );
  if (rowCount !== lines.length) throw new Error(`lines of project ${project} were served twice`);
}

/** Published lines after one, in order. */
export async function publishedLines(
  client: Queryable,
  project: bigint,
  after: number,
  most = allotmentLinesMax,
): Promise<ListLine[]> {
  const { rows } = await client.query<{ line: number; wanted: string; allotted: string }>(
    `SELECT line, wanted, allotted FROM launch_commitments
      WHERE project = $1 AND line > $2 AND allotted IS NOT NULL ORDER BY line LIMIT $3`,
    [project, after, most],
  );
  return rows.map(({ line, wanted, allotted }) => ({ line, wanted: BigInt(wanted), allotted: BigInt(allotted) }));
}

/** All projects, newest first, for the console. */
export async function newestProjects(client: Queryable, most: number): Promise<ProjectRow[]> {
  const { rows } = await client.query<Stored<ProjectRow>>(
    `SELECT ${projectColumns} FROM launch_projects AS project ORDER BY id DESC LIMIT $1`,
    [most],
  );
  return rows.map(projectOf);
}

/** Whether a project of practice mode has not reached this phase. */
export async function hasPracticeProject(client: Queryable, phases: readonly ProjectPhase[]): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM launch_projects WHERE phase = ANY ($1::text[]) AND practice) AS has',
    [phases],
  );
  return rows[0]?.has === true;
}

/** The newest project of practice mode, or null. */
export async function newestPracticeProject(client: Queryable): Promise<ProjectRow | null> {
  const { rows } = await client.query<Stored<ProjectRow>>(
    `SELECT ${projectColumns} FROM launch_projects AS project WHERE practice ORDER BY id DESC LIMIT 1`,
  );
  return rows[0] === undefined ? null : projectOf(rows[0]);
}
