import { createHash } from 'node:crypto';

/**
 * `node tools/replay-options.ts ADDRESS`: reads the published history of the seconds options and recomputes every
 * round from its own ticks: hashes, chain, times, result. It trusts nothing the exchange worked out, and shares no code
 * with it. With `TOKEN=…` of a session it also recomputes what that user's entries were paid from the pools.
 * Exits 1 when anything differs.
 */

interface Tick {
  readonly seq: number;
  readonly at: number;
  readonly price: string;
  readonly previous: string;
  readonly hash: string;
  /** What a simulated price was drawn from. */
  readonly entropy?: {
    readonly commitment: string;
    readonly next: string | null;
    readonly second: number;
    readonly level: number;
  };
}

/** What proves that simulated prices were fixed before anyone could bet on them. */
interface Draw {
  readonly opening: Tick;
  readonly walk: Walk;
  readonly secrets: readonly { readonly commitment: string; readonly second: number; readonly secret: string }[] | null;
}

interface Walk {
  readonly price: string;
  readonly priceDecimals: number;
  readonly own: number;
  readonly market: number;
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
  readonly draw: Draw | null;
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

interface Coin {
  readonly coin: string;
  readonly pair: string;
}

interface Terms {
  readonly minimum: string;
  readonly maximum: string;
  readonly poolMaximum: string;
  readonly feeRate: string;
  readonly lockMs: number;
  readonly tickToleranceMs: number;
}

/** What was checked, and every difference as text. */
export interface Replay {
  readonly rounds: number;
  /** Of them, those on simulated prices, whose every price was recomputed from what was committed to. */
  readonly drawn: number;
  readonly results: Readonly<Record<string, number>>;
  readonly entries: number;
  readonly differences: readonly string[];
}

const pageSize = 100;
/** Enough for any scale in use; prices and amounts are compared, never rounded. */
const scale = 18;
const firstPrevious = '0'.repeat(64);
const dayMs = 86_400_000;
const yearSeconds = 365 * 86_400;
/** A commitment is for this many seconds at most. */
const chainSecondsMax = 3_600;
const uint32 = 2 ** 32;
const chainsKept = 4;
const hex256 = /^[0-9a-f]{64}$/;

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

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
  const { entropy } = tick;
  const text = `${tick.previous}|${round.coin}|${tick.seq}|${tick.at}|${tick.price}`;
  const drawn =
    entropy === undefined ? '' : `|${entropy.commitment}|${entropy.next ?? ''}|${entropy.second}|${entropy.level}`;
  found.expect(sha256(text + drawn) === tick.hash, round, `tick ${tick.seq} has another hash than published`);
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

/** Secrets that led to a commitment, by it and by their second: most rounds share them. */
type ProvenSecrets = Map<string, Map<number, string>>;

/**
 * The secrets of every second that was revealed, by going back from the last ones to what was committed to when the
 * round opened: each is the hash of the one behind it and its second.
 */
function secretsOf(round: Round, draw: Draw, proven: ProvenSecrets, found: Findings): Map<number, string> {
  const secrets = new Map<number, string>();
  const { entropy } = draw.opening;
  for (const { commitment, second, secret } of draw.secrets ?? []) {
    const isCommitted = commitment === entropy?.commitment || commitment === entropy?.next;
    found.expect(isCommitted, round, 'a commitment was not published when it opened');
    const known = proven.get(commitment) ?? new Map<number, string>();
    const led = new Map<number, string>();
    let [at, link] = [second, secret];
    while (link !== commitment && known.get(at) !== link && hex256.test(link) && led.size < chainSecondsMax) {
      led.set(at, link);
      link = sha256(`${at}|${link}`);
      at -= 1;
    }
    const isProven = link === commitment || known.get(at) === link;
    found.expect(isProven, round, 'a secret is not what was committed to');
    if (!isProven) continue;
    proven.set(commitment, new Map([...known, ...led]));
    for (const chain of [known, led]) for (const [each, text] of chain) secrets.set(each, text);
  }
  // Rounds come newest first: older chains are not needed again.
  for (const commitment of proven.keys()) {
    if (proven.size <= chainsKept) break;
    proven.delete(commitment);
  }
  return secrets;
}

/** What a secret draws under a name: four uniform numbers, added, of mean 0 and variance 1 together. */
function drawnBy(secret: string, name: string): number {
  const hash = sha256(`${secret}|${name}`);
  const sum = [0, 8, 16, 24].reduce((all, at) => all + Number.parseInt(hash.slice(at, at + 8), 16), 0);
  return ((sum - 2 * (uint32 - 1)) / uint32) * Math.sqrt(3);
}

/** Every price of a round on simulated prices, from its opening to its close, out of the revealed secrets. */
function checkDraw(round: Round, draw: Draw, { coins, proven }: Known, found: Findings): void {
  const { opening, walk } = draw;
  const pair = coins.find(({ coin }) => coin === round.coin)?.pair ?? '';
  const ticks = [
    opening,
    round.strike?.before,
    round.strike?.deciding,
    round.settlement?.before,
    round.settlement?.deciding,
  ]
    .filter((tick) => tick !== null && tick !== undefined)
    .toSorted((a, b) => a.seq - b.seq);
  found.expect(opening.at >= round.opensAt && opening.at < round.lockAt, round, 'it opened at another time');
  const secrets = secretsOf(round, draw, proven, found);
  let at = opening.entropy?.second ?? 0;
  let level = opening.entropy?.level ?? 0;
  for (const tick of ticks) {
    const { entropy } = tick;
    found.expect(entropy?.second === Math.floor(tick.at / 1_000), round, `tick ${tick.seq} is of another second`);
    if (entropy === undefined || entropy.second < at || entropy.second - at > 2 * chainSecondsMax) return;
    for (; at < entropy.second; at += 1) {
      const secret = secrets.get(at + 1);
      if (secret === undefined) {
        found.expect(false, round, `the secret of second ${at + 1} was not revealed`);
        return;
      }
      const step = Math.round(drawnBy(secret, pair) * walk.own + drawnBy(secret, 'market') * walk.market);
      level += step - Math.round(level / yearSeconds);
    }
    const units = 10 ** walk.priceDecimals;
    const price = Math.max(1, Math.round(Number(walk.price) * units * Math.exp(level / 1e12)));
    const isDrawn = entropy.level === level && Math.round(Number(tick.price) * units) === price;
    found.expect(isDrawn, round, `tick ${tick.seq} does not follow from the secrets`);
  }
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

/** Rounds on drawn prices without commitments: only those that were open when the exchange first drew any may be so. */
function checkUndrawn(rounds: readonly Round[], firstDrawnAt: number, found: Findings): void {
  for (const round of rounds) {
    found.expect(round.opensAt < firstDrawnAt, round, 'its prices were drawn without a commitment when it opened');
  }
}

const hasDrawnTick = ({ strike, settlement }: Round) =>
  [strike, settlement].some((proof) => proof !== null && proof.deciding.entropy !== undefined);

interface Known {
  readonly terms: Terms;
  readonly coins: readonly Coin[];
  readonly seen: Map<string, string>;
  readonly proven: ProvenSecrets;
}

function checkRound(round: Round, known: Known, found: Findings): void {
  const { terms, seen } = known;
  checkTimes(round, terms, found);
  if (round.draw !== null) {
    checkTick(round, round.draw.opening, seen, found);
    if (round.result !== null) checkDraw(round, round.draw, known, found);
  }
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
  const received = isDraw ? 'draw' : direction === round.result ? 'profit' : 'loss';
  found.expect(outcome === received, round, `the entry came to ${received}, published as ${outcome}`);
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
  const { list: coins } = await ask<{ readonly list: readonly Coin[] }>(address, 'contractOptionCoin-coin-list', null);
  const found = new Findings();
  const known: Known = { terms, coins, seen: new Map(), proven: new Map() };
  const results: Record<string, number> = {};
  let rounds = 0;
  let drawn = 0;
  let firstDrawnAt = Infinity;
  const undrawn: Round[] = [];
  for await (const round of pagesOf<Round>(address, 'contractOption-history', null)) {
    checkRound(round, known, found);
    if (round.draw !== null) {
      drawn += 1;
      firstDrawnAt = Math.min(firstDrawnAt, round.draw.opening.at);
    } else if (hasDrawnTick(round)) undrawn.push(round);
    const name = round.result ?? 'void';
    results[name] = (results[name] ?? 0) + 1;
    rounds += 1;
  }
  checkUndrawn(undrawn, firstDrawnAt, found);
  let entries = 0;
  if (token !== null) {
    for await (const entry of pagesOf<Entry>(address, 'contractOptionOrder-history', token)) {
      checkEntry(entry, terms, found);
      entries += 1;
    }
  }
  return { rounds, drawn, results, entries, differences: found.differences };
}

if (import.meta.main) {
  const [address] = process.argv.slice(2);
  if (address === undefined) {
    process.stderr.write('Say which exchange: node tools/replay-options.ts http://127.0.0.1:8080\n');
    process.exit(2);
  }
  const { rounds, drawn, results, entries, differences } = await replay(address, process.env['TOKEN'] ?? null);
  const counts = Object.entries(results).map(([name, count]) => `${count} ${name}`);
  process.stdout.write(`${rounds} rounds recomputed: ${counts.join(', ')}; ${entries} own entries\n`);
  process.stdout.write(
    drawn === 0
      ? 'no round was on simulated prices: nothing was drawn, ticks are the index of other exchanges\n'
      : `${drawn} rounds on simulated prices follow from secrets that were committed to before they opened\n`,
  );
  for (const difference of differences) process.stdout.write(`DIFFERENT ${difference}\n`);
  process.stdout.write(differences.length === 0 ? 'all equal\n' : `${differences.length} differences\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}
