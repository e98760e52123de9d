import type { RoundUpdate } from '#protocol/core/stream/channels.ts';
import type { OptionRound } from '#protocol/options/entities.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import { type Series, seriesName } from './rules.ts';
import type { RoundBoard } from './round-board.ts';

/** Published rounds of a series: open, running, last ended. */
const roundsPublished = 4;

/** The rounds of every series as topics. */
export function optionTopics(board: RoundBoard, series: readonly Series[], clock: Clock): AreaTopics {
  return { sources: [roundTopic(board, series, clock)] };
}

/** `round:COIN:CYCLE`. */
function roundTopic(board: RoundBoard, series: readonly Series[], clock: Clock): TopicSource<'round'> {
  const found = (topic: string) => series.find((one) => `round:${seriesName(one)}` === topic);
  return {
    kind: 'round',
    has: (topic) => found(topic) !== undefined,
    open(topic, due) {
      const one = found(topic);
      if (one === undefined) throw new RangeError(`no series: ${topic}`);
      const rounds = new Map<string, OptionRound>();
      let line: RoundUpdate['line'][number][] = [];
      // The published state is retained, so that a snapshot and the deltas after it fit together.
      let published: RoundUpdate = {
        rounds: board.rounds(one).slice(0, roundsPublished),
        line: [...board.line(one.coin)],
      };
      const close = board.onChange((name, changed, point) => {
        if (name !== seriesName(one)) return;
        for (const round of changed) rounds.set(round.id, round);
        if (point !== null) line.push(point);
        due();
      });
      board.look(one, clock());
      return {
        snapshot: () => published,
        take() {
          board.look(one, clock());
          if (rounds.size + line.length === 0) return null;
          const delta: RoundUpdate = { rounds: [...rounds.values()], line };
          rounds.clear();
          line = [];
          published = { rounds: board.rounds(one).slice(0, roundsPublished), line: [...board.line(one.coin)] };
          return delta;
        },
        close,
      };
    },
  };
}
