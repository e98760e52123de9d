import type { Database } from '#server/core/store/database.ts';

const linesShown = 50;

const time = (at: string) => new Date(Number(at)).toISOString().slice(0, 19).replace('T', ' ');

/** Groups with their kind, members and messages. */
export async function groupLines({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; name: string; kind: string; last: string; members: string }>(
    `SELECT g.id, g.name, g.kind, g.last_number AS last,
            (SELECT count(*) FROM chat_members m WHERE m.group_id = g.id AND NOT m.removed) AS members
       FROM chat_groups g WHERE g.kind <> 'order' ORDER BY g.id`,
  );
  return rows.map(
    (row) => `${row.id.padStart(4)}  ${row.kind.padEnd(8)}  ${row.members} people, ${row.last} messages  ${row.name}`,
  );
}

interface TextRow {
  group_id: string;
  number: string;
  at: string;
  author: string | null;
  nickname: string | null;
  text: string;
  image: string | null;
  removed_by: string | null;
}

function messageLine(row: TextRow): string {
  const who = row.author === null ? 'the house' : `${row.author} ${row.nickname ?? '(no nickname)'}`;
  const what =
    row.removed_by === null ? `${row.image === null ? '' : '[picture] '}${row.text}` : `(removed by ${row.removed_by})`;
  return `${row.group_id}/${row.number}  ${time(row.at)}  ${who}: ${what.replaceAll('\n', ' ')}`;
}

/** The newest messages of a group with the accounts of their authors. */
export async function chatLines({ pool }: Database, group: bigint): Promise<string[]> {
  const { rows } = await pool.query<TextRow>(
    `SELECT m.*, u.nickname FROM chat_messages m LEFT JOIN users u ON u.id = m.author
      WHERE m.group_id = $1 ORDER BY m.number DESC LIMIT ${linesShown}`,
    [group],
  );
  return rows.toReversed().map(messageLine);
}

/** Messages reported by users, newest report first. */
export async function reportLines({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<TextRow & { reporter: string; reason: string; reported: string }>(
    `SELECT m.*, u.nickname, r.reporter, r.reason, r.at AS reported
       FROM chat_reports r JOIN chat_messages m ON m.group_id = r.group_id AND m.number = r.number
       LEFT JOIN users u ON u.id = m.author
      WHERE m.removed_by IS NULL ORDER BY r.at DESC LIMIT ${linesShown}`,
  );
  return rows.map((row) => `${time(row.reported)}  ${row.reporter} reports “${row.reason}”\n    ${messageLine(row)}`);
}

/** Operator actions, newest first. */
export async function logLines({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{
    at: string;
    who: string;
    what: string;
    group_id: string | null;
    number: string | null;
    person: string | null;
    words: string;
  }>(`SELECT * FROM chat_log ORDER BY id DESC LIMIT ${linesShown}`);
  return rows.map((row) => {
    const about = [
      row.group_id === null ? null : `group ${row.group_id}`,
      row.number === null ? null : `message ${row.number}`,
      row.person === null ? null : `person ${row.person}`,
      row.words === '' ? null : `“${row.words.replaceAll('\n', ' ').slice(0, 200)}”`,
    ].filter((part) => part !== null);
    return `${time(row.at)}  ${row.who}  ${row.what}  ${about.join(', ')}`;
  });
}
