import * as v from 'valibot';
import { candleStart } from '#protocol/market-data/intervals.ts';
import { entity, pairId, positiveDecimal, timestamp } from '#protocol/core/fields.ts';

/** The Monday, 00:00 UTC, in a query. */
export const weekStart = v.pipe(
  v.string(),
  v.regex(/^\d{1,16}$/),
  v.transform(Number),
  v.number(),
  v.safeInteger(),
  v.check((at) => candleStart(at, '1w') === at, 'a Monday, 00:00 UTC'),
);

const numbers = v.pipe(v.string(), v.regex(/^(?:-?\d+(?: -?\d+)*)?$/));
const column = (text: string) => v.pipe(numbers, v.description(text));

export const minuteWeek = entity(
  'Closed minutes of a week, from its beginning on, for back-tests: columns of whole numbers with a space between, prices in ticks.',
  {
    pair: pairId,
    week: timestamp,
    since: v.pipe(timestamp, v.description('Where the candles of the pair begin.')),
    tick: v.pipe(positiveDecimal, v.description('What a tick is in quote.')),
    final: v.pipe(v.boolean(), v.description('Whether the week is over and will never be answered otherwise.')),
    runs: column(
      'How minutes follow each other, three numbers a time: so many are missing, so many flat at the close before, and so many stand in the columns.',
    ),
    open: column('The open less the close before; less 0 for the first minute that is there.'),
    close: column('The close less the open.'),
    high: column('The high above the higher of open and close.'),
    low: column('The low below the lower of open and close.'),
  },
);
export type MinuteWeek = v.InferOutput<typeof minuteWeek>;
