import type { OptionRound, ProvenTick, RoundDraw } from '#protocol/options/entities.ts';
import { secretChainSecondsMax, secretText, tickText } from '#protocol/options/maths/option-ticks.ts';
import { drawnOf, drawText, marketName, nextLevel, ticksAtLevel } from '#protocol/market-data/simulated-walk.ts';

/** SHA-256 of a text in UTF-8 as lower-case hex; null where the browser computes none. */
export type Sha256 = (text: string) => Promise<string | null>;

/** `null` when it could not be checked here. */
export type Verdict = boolean | null;

/** What this browser found of how the simulated prices of a round came about. */
export interface DrawCheck {
  readonly draw: RoundDraw;
  /** The opening tick carries the commitments of every deciding tick, and came before entries locked. */
  readonly committed: Verdict;
  /** Each secret leads to its commitment. */
  readonly revealed: Verdict;
  /** Every price from the opening to the close follows from the secrets. */
  readonly follows: Verdict;
}

/** What options are priced in: pairs are named by the coin and it. */
const quote = 'USDT';

/** The ticks that a round published, in their order. */
function ticksOf({ strike, settlement }: OptionRound): ProvenTick[] {
  return [strike?.before, strike?.deciding, settlement?.before, settlement?.deciding].filter(
    (tick) => tick !== null && tick !== undefined,
  );
}

/** @returns null for a round whose prices were not drawn, or which was not decided */
export async function checkDraw(round: OptionRound, sha256: Sha256): Promise<DrawCheck | null> {
  const { draw } = round;
  if (draw === null || round.phase === 'void') return null;
  const { opening } = draw;
  const computed = await sha256(tickText({ coin: round.coin, ...opening }));
  if (computed === null) return { draw, committed: null, revealed: null, follows: null };
  const commitments = [opening.entropy?.commitment, opening.entropy?.next];
  const committed =
    computed === opening.hash &&
    opening.at < round.lockAt &&
    ticksOf(round).every(
      ({ entropy, at }) =>
        entropy !== undefined && entropy.second === Math.floor(at / 1_000) && commitments.includes(entropy.commitment),
    );
  const secrets = await secretsOf(draw, commitments, sha256);
  return {
    draw,
    committed,
    revealed: secrets !== null,
    follows: secrets !== null && (await follows(round, draw, secrets, sha256)),
  };
}

/** The secret of each second that was revealed; null when one does not lead to a commitment of the opening. */
async function secretsOf(
  { secrets }: RoundDraw,
  commitments: readonly unknown[],
  sha256: Sha256,
): Promise<Map<number, string> | null> {
  const found = new Map<number, string>();
  for (const { commitment, second, secret } of secrets ?? []) {
    if (!commitments.includes(commitment)) return null;
    let link = secret;
    for (let at = second; link !== commitment; at -= 1) {
      if (second - at >= secretChainSecondsMax) return null;
      found.set(at, link);
      link = (await sha256(secretText(at, link))) ?? '';
    }
  }
  return found.size === 0 ? null : found;
}

/** Walks from the opening to the close. */
async function follows(
  round: OptionRound,
  { opening, walk }: RoundDraw,
  secrets: ReadonlyMap<number, string>,
  sha256: Sha256,
): Promise<boolean> {
  const pair = `${round.coin}${quote}`;
  const scale = 10 ** walk.priceDecimals;
  let second = opening.entropy?.second ?? 0;
  let level = opening.entropy?.level ?? 0;
  // A round that opens late has a tick before its strike that is older than its opening.
  const ticks = ticksOf(round).filter(({ seq }) => seq >= opening.seq);
  for (const { price, entropy } of [opening, ...ticks]) {
    if (entropy === undefined || entropy.second < second) return false;
    while (second < entropy.second) {
      second += 1;
      const secret = secrets.get(second);
      if (secret === undefined) return false;
      const own = await sha256(drawText(secret, pair));
      const market = await sha256(drawText(secret, marketName));
      if (own === null || market === null) return false;
      level = nextLevel(level, walk, drawnOf(own), drawnOf(market));
    }
    const ticksAt = ticksAtLevel(Number(walk.price), walk.priceDecimals, level);
    if (entropy.level !== level || Math.round(Number(price) * scale) !== ticksAt) return false;
  }
  return true;
}
