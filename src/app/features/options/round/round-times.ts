import type { OptionRound } from '#protocol/options/entities.ts';

/** Under this many seconds the ring is amber and says so. */
export const closingSeconds = 10;
/** Seconds left at which the countdown is spoken. */
const announcedSeconds: readonly number[] = [60, 30, 10];

/** State of a series of rounds at a moment of server time. */
interface Standing {
  /** The round that takes entries; null for the moment before the exchange opens it. */
  readonly entering: OptionRound | null;
  /** The round whose entries are locked and whose strike is due. */
  readonly locked: OptionRound | null;
  /** The round between strike and settlement. */
  readonly running: OptionRound | null;
  /** The last one that ended. */
  readonly ended: OptionRound | null;
}

/** @param rounds newest first, as streamed */
export function standingAt(rounds: readonly OptionRound[], now: number): Standing {
  const waiting = rounds.filter(({ phase }) => phase === 'waiting');
  return {
    entering: waiting.findLast(({ opensAt, lockAt }) => opensAt <= now && now < lockAt) ?? null,
    locked: waiting.find(({ lockAt, strikeAt }) => lockAt <= now && now < strikeAt + 1_000) ?? null,
    running: rounds.find(({ phase, strike }) => phase === 'in-progress' && strike !== null) ?? null,
    ended: rounds.find(({ phase }) => phase === 'settled' || phase === 'void') ?? null,
  };
}

/** Whole seconds until a moment, never below 0. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1_000));
}

/** What is left of the time in which a round takes entries, 0 to 1. */
export function entryShare({ opensAt, lockAt }: Pick<OptionRound, 'opensAt' | 'lockAt'>, now: number): number {
  return Math.max(0, Math.min(1, (lockAt - now) / (lockAt - opensAt)));
}

/** `01:42`. */
export function clockOf(seconds: number): string {
  const two = (part: number) => part.toString().padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** The seconds to announce, or null: a countdown is announced at 60, 30 and 10 s only. */
export function spokenSeconds(seconds: number): number | null {
  return announcedSeconds.includes(seconds) ? seconds : null;
}

/** Whether a round has come to its end. */
export function hasEnded({ phase }: Pick<OptionRound, 'phase'>): boolean {
  return phase === 'settled' || phase === 'void';
}

/** The number of a round within its day: the last part of its period. */
export function roundNumber({ period }: Pick<OptionRound, 'period'>): string {
  return period.slice(period.lastIndexOf('-') + 1);
}
