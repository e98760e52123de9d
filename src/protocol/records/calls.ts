import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { recordHead, recordHeadDaysMax } from './entities.ts';
import { queryInteger } from '../core/fields.ts';

/** What shows that records were not changed. */
export const recordCalls = defineCalls({
  'GET common/recordHeads': {
    area: 'content',
    access: 'public',
    money: false,
    purpose:
      'The head of the records of each day, newest first. Whoever keeps one can prove later that nothing from before was changed. Nobody is named.',
    input: v.strictObject({
      days: v.pipe(
        v.optional(queryInteger(1, recordHeadDaysMax), String(recordHeadDaysMax)),
        v.description('The newest so many.'),
      ),
    }),
    output: v.object({ list: v.array(recordHead) }),
    refuses: [],
  },
});
