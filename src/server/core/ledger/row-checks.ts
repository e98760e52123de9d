import type { PoolClient } from 'pg';
import type { Ms } from '#protocol/core/brand.ts';
import { type AuditFinding, type RowCheck, rowsPerCheckMax } from './audit-parts.ts';
import type { AuditDepth } from './audit-state.ts';

/** Rows of each check that a deep run compares in rotation. */
const rotationRows = 25_000;
/** Rows that one statement of a full run compares. */
const fullRows = 200_000;

const ofId = [['id', 'bigint']] as const;

/**
 * Runs the checks of rows.
 *
 * @param now epoch milliseconds, by which the duration of a round is counted
 */
export async function wrongRows(
  client: PoolClient,
  checks: readonly RowCheck[],
  depth: AuditDepth,
  now: Ms,
): Promise<AuditFinding[]> {
  const found: AuditFinding[] = [];
  for (const check of checks) {
    if (depth === 'full') found.push(...(await everyRow(client, check)));
    else {
      if (check.open !== null) found.push(...(await look(client, check, check.open, [])));
      found.push(...(await nextRows(client, check, now)));
    }
  }
  return found;
}

async function look(
  client: PoolClient,
  { table, beside = '', wrong, asset, says }: RowCheck,
  which: string,
  values: readonly unknown[],
): Promise<AuditFinding[]> {
  const { rows } = await client.query<AuditFinding>(
    `SELECT ${asset} AS asset, ${says} AS text FROM (SELECT * FROM ${table} AS item WHERE ${which} OFFSET 0) AS item ${beside}
      WHERE (${wrong}) IS DISTINCT FROM false LIMIT ${rowsPerCheckMax}`,
    [...values],
  );
  return rows;
}

type Place = readonly string[] | null;

/** The last key of the next rows; null where they are the last ones. */
async function endOf(client: PoolClient, { table, key = ofId }: RowCheck, from: Place, rows: number): Promise<Place> {
  const names = key.map(([name]) => name).join(', ');
  const { rows: found } = await client.query<{ place: string[] }>(
    `SELECT ARRAY[${key.map(([name]) => `${name}::text`).join(', ')}] AS place FROM ${table}
      ${from === null ? '' : `WHERE (${names}) > (${placeholders(key, 1)})`} ORDER BY ${names} OFFSET ${rows - 1} LIMIT 1`,
    from === null ? [] : [...from],
  );
  return found[0]?.place ?? null;
}

function placeholders(key: readonly (readonly [string, string])[], first: number): string {
  return key.map(([, type], nth) => `$${first + nth}::${type}`).join(', ');
}

function between({ key = ofId }: RowCheck, from: Place, to: Place): string {
  const names = key.map(([name]) => name).join(', ');
  const bounds = [
    ...(from === null ? [] : [`(${names}) > (${placeholders(key, 1)})`]),
    ...(to === null ? [] : [`(${names}) <= (${placeholders(key, 1 + (from === null ? 0 : key.length))})`]),
  ];
  return bounds.length === 0 ? 'true' : bounds.join(' AND ');
}

/** Compares the rows behind a key, of which `which` says more, and says where the next ones begin. */
async function compare(client: PoolClient, check: RowCheck, from: Place, rows: number, which = 'true') {
  const to = await endOf(client, check, from, rows);
  const found = await look(client, check, `${between(check, from, to)} AND ${which}`, [...(from ?? []), ...(to ?? [])]);
  return { found, to };
}

async function everyRow(client: PoolClient, check: RowCheck): Promise<AuditFinding[]> {
  const found: AuditFinding[] = [];
  let from: Place = null;
  do {
    const compared: { found: AuditFinding[]; to: Place } = await compare(client, check, from, fullRows);
    found.push(...compared.found);
    from = compared.to;
  } while (from !== null && found.length < rowsPerCheckMax);
  return found;
}

/** The next rows of the rotation; at its end it begins again, and what the round took is written down. */
async function nextRows(client: PoolClient, check: RowCheck, now: Ms): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ place: string[] | null; began_at: string }>(
    'SELECT place, began_at FROM audit_rounds WHERE name = $1',
    [check.name],
  );
  const from = rows[0]?.place ?? null;
  const beganAt = from === null ? now : Number(rows[0]?.began_at);
  // The open ones were compared just before.
  const which = check.open === null ? 'true' : `(${check.open}) IS NOT TRUE`;
  const { found, to } = await compare(client, check, from, check.atOnce ?? rotationRows, which);
  await client.query(
    `INSERT INTO audit_rounds AS round (name, place, began_at, took_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE
        SET place = excluded.place, began_at = excluded.began_at, took_ms = coalesce(excluded.took_ms, round.took_ms)`,
    [check.name, to, beganAt, to === null ? now - beganAt : null],
  );
  return found;
}
