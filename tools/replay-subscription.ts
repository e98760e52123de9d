import { createHash } from 'node:crypto';

/**
 * `node tools/replay-subscription.ts ADDRESS [PROJECT]`: reads the published list of every subscription that has ended,
 * or of one, and recomputes what each line got. It trusts nothing the exchange worked out, and shares no code with it.
 * Exits 1 when anything differs.
 */

/** What of a subscription is compared with its list; decimals as published. */
export interface Project {
  readonly id: string;
  readonly coin: string;
  readonly quote: string;
  readonly manner: string;
  readonly state: string;
  readonly issuance: string;
  readonly piece: string;
  readonly pieceCost: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly committed: string;
  readonly people: number;
  readonly sold: string;
  readonly listHash: string | null;
}

/** A published list as it is read: the header, then a line for each commitment. */
export interface List {
  readonly header: string;
  readonly lines: readonly string[];
}

/** What was checked, and every difference as text. */
export interface Replay {
  readonly projects: number;
  readonly lines: number;
  readonly differences: readonly string[];
}

const scale = 18;
const pageSize = 50;

/** Units of a decimal at 18 places. @throws Error when the text is none */
function unitsOf(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text);
  if (match === null) throw new Error(`not a decimal: ${text}`);
  const [, whole, fraction = ''] = match;
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

/**
 * What each line gets of the pieces. The whole parts come first. What is left over goes to the largest remainders: the
 * remainder of the last one served is found, all above it get a piece, and those equal to it in order of their lines.
 */
export function sharesOf(wanted: readonly bigint[], pieces: bigint): bigint[] {
  let all = 0n;
  for (const one of wanted) all += one;
  if (all <= pieces) return wanted.slice();
  const remainders = wanted.map((one) => (one * pieces) % all);
  const shares = wanted.map((one, line) => (one * pieces - (remainders[line] ?? 0n)) / all);
  let sum = 0n;
  for (const share of shares) sum += share;
  const left = Number(pieces - sum);
  if (left === 0) return shares;
  const falling = remainders.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const least = falling[left - 1] ?? 0n;
  let equal = left - falling.filter((remainder) => remainder > least).length;
  return shares.map((share, line) => {
    const remainder = remainders[line] ?? 0n;
    if (remainder > least) return share + 1n;
    if (remainder < least || equal === 0) return share;
    equal -= 1;
    return share + 1n;
  });
}

const linePattern = /^(\d+) (\d+) (\d+)$/;

/** Everything about a subscription that does not follow from its list. */
export function differencesOf(project: Project, { header, lines }: List): string[] {
  const found: string[] = [];
  const expect = (holds: boolean, what: string) => {
    if (!holds) found.push(`subscription ${project.id} (${project.coin}): ${what}`);
  };
  const [piece, cost] = [unitsOf(project.piece), unitsOf(project.pieceCost)];
  const pieces = unitsOf(project.issuance) / piece;
  const { id, coin, quote, manner } = project;
  const terms = `pieces ${pieces} piece ${project.piece} ${coin} cost ${project.pieceCost} ${quote}`;
  expect(
    header === `subscription ${id} ${manner} ${terms} people ${lines.length}`,
    'the header is not that of its terms',
  );
  expect(lines.length === project.people, `${project.people} people, ${lines.length} lines`);
  const hash = createHash('sha256');
  hash.update(`${[header, ...lines].join('\n')}\n`);
  expect(hash.digest('hex') === project.listHash, 'the list has another hash than published');
  const wanted: bigint[] = [];
  const given: bigint[] = [];
  lines.forEach((text, nth) => {
    const [, line, asked = '0', got = '0'] = linePattern.exec(text) ?? [];
    if (line !== `${nth + 1}`) expect(false, `line ${nth + 1} reads "${text}"`);
    wanted.push(BigInt(asked));
    given.push(BigInt(got));
  });
  const [minimum, maximum] = [unitsOf(project.minimum), unitsOf(project.maximum)];
  const shares = manner === 'pro-rata' ? sharesOf(wanted, pieces) : wanted;
  shares.forEach((share, nth) => {
    const line = nth + 1;
    if (share !== given[nth]) expect(false, `line ${line} comes to ${share}, published as ${given[nth]}`);
    const money = (wanted[nth] ?? 0n) * cost;
    // The last piece of a first-come sale may be less than the least that one may ask for.
    const isEnough = manner !== 'pro-rata' || money >= minimum;
    if (!isEnough || money > maximum) expect(false, `line ${line} is outside minimum and maximum`);
  });
  const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
  expect(sumOf(wanted) * cost === unitsOf(project.committed), `${project.committed} ${quote} were not committed`);
  expect(sumOf(given) * piece === unitsOf(project.sold), `${project.sold} ${coin} were not allotted`);
  expect(sumOf(given) <= pieces, 'more was allotted than there is');
  return found;
}

async function ask<Data>(address: string, path: string): Promise<Data> {
  const answer = await fetch(new URL(`/api/${path}`, address));
  const envelope = (await answer.json()) as { readonly code: number; readonly data: Data };
  if (envelope.code !== 200) throw new Error(`${path} was refused with ${envelope.code}`);
  return envelope.data;
}

interface Page {
  readonly list: readonly Project[];
  readonly next: string | null;
}

async function endedProjects(address: string): Promise<Project[]> {
  const all: Project[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: Page = await ask(address, `common/knowTeManagementList?state=ended&size=${pageSize}${after}`);
    all.push(...page.list);
    cursor = page.next;
  }
  return all;
}

async function readList(address: string, project: string): Promise<List> {
  const lines: string[] = [];
  for (let after: number | null = 0; ;) {
    const page: { readonly header: string; readonly lines: readonly string[]; readonly next: number | null } =
      await ask(address, `common/teManagementAllotment?project=${project}&after=${after}`);
    lines.push(...page.lines);
    after = page.next;
    if (after === null) return { header: page.header, lines };
  }
}

/**
 * Reads every list and recomputes it.
 *
 * @param address of the exchange
 * @param only the id of the one that is checked; null for all that have ended
 * @throws Error when the exchange cannot be read, or there is no such subscription
 */
export async function replay(address: string, only: string | null): Promise<Replay> {
  const projects =
    only === null
      ? await endedProjects(address)
      : (await ask<Page>(address, `common/teManagementList?project=${only}`)).list;
  if (only !== null && projects.length === 0) throw new Error(`there is no subscription ${only}`);
  const differences: string[] = [];
  let lines = 0;
  for (const project of projects) {
    const list = await readList(address, project.id);
    differences.push(...differencesOf(project, list));
    lines += list.lines.length;
  }
  return { projects: projects.length, lines, differences };
}

if (import.meta.main) {
  const [address, project] = process.argv.slice(2);
  if (address === undefined) {
    process.stderr.write('Say which exchange: node tools/replay-subscription.ts http://127.0.0.1:8080 [PROJECT]\n');
    process.exit(2);
  }
  const { projects, lines, differences } = await replay(address, project ?? null);
  process.stdout.write(`${projects} subscriptions recomputed, ${lines} lines\n`);
  for (const difference of differences) process.stdout.write(`DIFFERENT ${difference}\n`);
  process.stdout.write(differences.length === 0 ? 'all equal\n' : `${differences.length} differences\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}
