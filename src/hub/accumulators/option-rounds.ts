import type { RoundUpdate } from '../../protocol/core/stream/channels.ts';
import type { Accumulator } from './accumulator.ts';

/** Rounds of a series that are held, and points of its line. */
const roundsMax = 5;
const linePointsMax = 450;

/** The newest word on each round; past the limit the oldest goes. */
export function roundsOf(): Accumulator<RoundUpdate> {
  const rounds = new Map<string, RoundUpdate['rounds'][number]>();
  let line: RoundUpdate['line'] = [];
  return {
    add: (update) => {
      for (const round of update.rounds) rounds.set(round.id, round);
      const oldest = [...rounds.values()].toSorted((a, b) => b.strikeAt - a.strikeAt).slice(roundsMax);
      for (const { id } of oldest) rounds.delete(id);
      line = [...line, ...update.line].slice(-linePointsMax);
    },
    read: () => [{ rounds: [...rounds.values()], line }],
    get size() {
      return rounds.size + line.length;
    },
  };
}
