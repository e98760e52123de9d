import { createHash } from 'node:crypto';

/**
 * `node tools/replay-options.ts ADDRESS`: reads the published history of the seconds options and recomputes every
 * round from its own ticks: hashes, chain, times, result. It trusts nothing the exchange worked out, and shares no code
 * with it. With `TOKEN=…` of a session it also recomputes what that person's entries were paid from the pools.
 * Exits 1 when anything differs.
 */

interface Tick {
  readonly seq: number;
  readonly at: number;
  readonly price: string;
  readonly previous: string;
  readonly hash: string;
}

interface Proof {
  readonly before: Tick | null;
  readonly deciding: Tick;
}

interface Round {
  readonly id: string;
  readonly coin: string;
  readonly cycle: number;
  readonly period: string;
  readonly phase: string;
  readonly opensAt: number;
  readonly lockAt: number;
  readonly strikeAt: number;
  readonly settleAt: number;
  readonly pools: { readonly up: string; readonly down: string; readonly flat: string };
  readonly entries: number;
  readonly strike: Proof | null;
  readonly settlement: Proof | null;
  readonly result: 'up' | 'down' | 'flat' | null;
}

interface Entry {
  readonly id: string;
  readonly round: Round;
  readonly direction: 'up' | 'down' | 'flat';
  readonly stake: string;
  readonly outcome: 'profit' | 'loss' | 'draw' | null;
  readonly profit: string;
  readonly fee: string;
}

interface Terms {
  readonly minimum: string;
  readonly maximum: string;
  readonly poolMaximum: string;
  readonly feeRate: string;
  readonly lockMs: number;
  readonly tickToleranceMs: number;
}

/** What was looked at, and every difference in words. */
export interface Replay {
  readonly rounds: number;
  readonly results: Readonly<Record<string, number>>;
  readonly entries: number;
  readonly differences: readonly string[];
}

const pageSize = 100;
/** Enough for any scale in use; prices and amounts are compared, never rounded. */
const scale = 18;
const firstPrevious = '0'.repeat(64);
const dayMs = 86_400_000;

/** Units of a decimal at 18 places. @throws Error when the text is none */
function unitsOf(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(text);
  if (match === null) throw new Error(`not a decimal: ${text}`);
  const [, sign, whole, fraction = ''] = match;
  const units = BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
  return sign === '-' ? -units : units;
}

/** Every item of a list that comes in pages. @throws Error when the exchange refuses or cannot be reached */
async function* pagesOf<Item>(address: string, call: string, token: string | null): AsyncGenerator<Item> {
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: { readonly list: readonly Item[]; readonly next: string | null } = await ask(
      address,
      `${call}?size=${pageSize}${query}`,
      token,
    );
    yield* page.list;
    cursor = page.next;
  } while (cursor !== null);
}

async function ask<Data>(address: string, path: string, token: string | null): Promise<Data> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(new URL(`/api/${path}`, address), { headers });
  const envelope = (await answer.json()) as { readonly code: number; readonly data: Data };
  if (envelope.code !== 200) throw new Error(`${path} was refused with ${envelope.code}`);
  return envelope.data;
}

/** Collects what does not hold, each with its round. */
class Findings {
  readonly differences: string[] = [];

  expect(holds: boolean, round: Round, what: string): void {
    if (!holds) this.differences.push(`round ${round.id} (${round.coin} ${round.cycle} s ${round.period}): ${what}`);
  }
}

function checkTimes(round: Round, terms: Terms, found: Findings): void {
  const cycleMs = round.cycle * 1_000;
  const day = new Date(round.strikeAt).toISOString().slice(0, 10).replaceAll('-', '');
  const count = Math.floor((round.strikeAt % dayMs) / cycleMs) + 1;
  found.expect(round.strikeAt % cycleMs === 0, round, 'the strike is not at a multiple of the cycle');
  found.expect(round.settleAt === round.strikeAt + cycleMs, round, 'the close is not one cycle after the strike');
  found.expect(round.lockAt === round.strikeAt - terms.lockMs, round, 'the lock is not before the strike as published');
  found.expect(round.opensAt === round.lockAt - cycleMs, round, 'it did not open with the lock of the one before');
  found.expect(round.period === `${day}-${count}`, round, 'its number is not that of its strike');
}

function checkTick(round: Round, tick: Tick, seen: Map<string, string>, found: Findings): void {
  const text = `${tick.previous}|${round.coin}|${tick.seq}|${tick.at}|${tick.price}`;
  const hash = createHash('sha256').update(text, 'utf8').digest('hex');
  found.expect(hash === tick.hash, round, `tick ${tick.seq} has another hash than published`);
  // Every round that shows a tick must show the same one.
  const place = `${round.coin}/${tick.seq}`;
  const before = seen.get(place);
  found.expect(
    before === undefined || before === tick.hash,
    round,
    `tick ${tick.seq} was published differently before`,
  );
  seen.set(place, tick.hash);
}

function checkProof(round: Round, proof: Proof, dueAt: number, terms: Terms, found: Findings): void {
  const { before, deciding } = proof;
  found.expect(deciding.at >= dueAt, round, `tick ${deciding.seq} came before its time`);
  found.expect(deciding.at <= dueAt + terms.tickToleranceMs, round, `tick ${deciding.seq} came too late to decide`);
  if (before === null) {
    const isFirst = deciding.seq === 1 && deciding.previous === firstPrevious;
    found.expect(isFirst, round, `tick ${deciding.seq} shows no tick before it`);
    return;
  }
  found.expect(before.at < dueAt, round, `tick ${before.seq} was already at or after the time`);
  found.expect(before.seq + 1 === deciding.seq, round, `tick ${deciding.seq} does not follow ${before.seq}`);
  found.expect(deciding.previous === before.hash, round, `tick ${deciding.seq} does not carry the hash before it`);
}

/** The result by the two deciding prices alone; null for a void round. */
function resultOf({ strike, settlement }: Round): Round['result'] {
  if (strike === null || settlement === null) return null;
  const [from, to] = [unitsOf(strike.deciding.price), unitsOf(settlement.deciding.price)];
  return to > from ? 'up' : to < from ? 'down' : 'flat';
}

/** Pools that no number of allowed entries could make are a difference. */
function checkPools(round: Round, terms: Terms, found: Findings): void {
  const pools = [round.pools.up, round.pools.down, round.pools.flat].map(unitsOf);
  const all = pools.reduce((sum, pool) => sum + pool, 0n);
  const entries = BigInt(round.entries);
  found.expect(
    pools.every((pool) => pool >= 0n && pool <= unitsOf(terms.poolMaximum)),
    round,
    'a pool is past its limit',
  );
  found.expect(
    all >= entries * unitsOf(terms.minimum) && all <= entries * unitsOf(terms.maximum),
    round,
    `${round.entries} entries cannot have staked what the pools hold`,
  );
}

function checkRound(round: Round, terms: Terms, seen: Map<string, string>, found: Findings): void {
  checkTimes(round, terms, found);
  for (const [proof, dueAt] of [
    [round.strike, round.strikeAt],
    [round.settlement, round.settleAt],
  ] as const) {
    if (proof === null) continue;
    for (const tick of [proof.before, proof.deciding]) if (tick !== null) checkTick(round, tick, seen, found);
    checkProof(round, proof, dueAt, terms, found);
  }
  const result = resultOf(round);
  found.expect(result === round.result, round, `it went ${result}, published as ${round.result}`);
  found.expect(round.phase === (result === null ? 'void' : 'settled'), round, `it should not be ${round.phase}`);
  checkPools(round, terms, found);
}

/** What an entry must have been paid out of its pools, in units of 0.00000001 USDT as the ledger counts. */
function checkEntry({ round, direction, stake, outcome, profit, fee }: Entry, terms: Terms, found: Findings): void {
  const cent = 10n ** 10n;
  const [own, up, down, flat] = [stake, round.pools.up, round.pools.down, round.pools.flat].map(
    (text) => unitsOf(text) / cent,
  ) as [bigint, bigint, bigint, bigint];
  const won = round.result === null ? 0n : { up, down, flat }[round.result];
  const lost = up + down + flat - won;
  const isDraw = won === 0n || lost === 0n;
  const winnings = isDraw || direction !== round.result ? 0n : (lost * own) / won;
  const taken = (winnings * (unitsOf(terms.feeRate) / 10n ** 15n)) / 1_000n;
  const told = isDraw ? 'draw' : direction === round.result ? 'profit' : 'loss';
  found.expect(outcome === told, round, `the entry came to ${told}, published as ${outcome}`);
  found.expect(unitsOf(profit) / cent === winnings - taken, round, `the entry was paid ${profit}`);
  found.expect(unitsOf(fee) / cent === taken, round, `the entry was charged ${fee}`);
}

/**
 * Reads everything and recomputes it.
 *
 * @param address of the exchange
 * @param token of a session whose entries are recomputed too; null for none
 * @throws Error when the exchange cannot be read
 */
export async function replay(address: string, token: string | null): Promise<Replay> {
  const terms = await ask<Terms>(address, 'contractOptionConfig', null);
  const found = new Findings();
  const seen = new Map<string, string>();
  const results: Record<string, number> = {};
  let rounds = 0;
  for await (const round of pagesOf<Round>(address, 'contractOption-history', null)) {
    checkRound(round, terms, seen, found);
    const name = round.result ?? 'void';
    results[name] = (results[name] ?? 0) + 1;
    rounds += 1;
  }
  let entries = 0;
  if (token !== null) {
    for await (const entry of pagesOf<Entry>(address, 'contractOptionOrder-history', token)) {
      checkEntry(entry, terms, found);
      entries += 1;
    }
  }
  return { rounds, results, entries, differences: found.differences };
}

if (import.meta.main) {
  const [address] = process.argv.slice(2);
  if (address === undefined) {
    process.stderr.write('Say which exchange: node tools/replay-options.ts http://127.0.0.1:8080\n');
    process.exit(2);
  }
  const { rounds, results, entries, differences } = await replay(address, process.env['TOKEN'] ?? null);
  const counts = Object.entries(results).map(([name, count]) => `${count} ${name}`);
  process.stdout.write(`${rounds} rounds recomputed: ${counts.join(', ')}; ${entries} own entries\n`);
  for (const difference of differences) process.stdout.write(`DIFFERENT ${difference}\n`);
  process.stdout.write(differences.length === 0 ? 'all equal\n' : `${differences.length} differences\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}
