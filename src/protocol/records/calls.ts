import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { recordHead, recordHeadDaysMax } from './entities.ts';
import { queryInteger } from '../core/fields.ts';

/** What shows that records were not changed. */
export const recordCalls = defineCalls({
  'GET common/recordHeads': {
    area: 'content',
    tag: 'Records',
    access: 'public',
    money: false,
    cost: 'memory',
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
    example: {
      input: { days: '2' },
      output: {
        list: [
          {
            date: '2026-11-22',
            hash: '8f0e2a1c4f7d3b8e6a95c1d2e3f40516273849abcdef0123456789abcdef0123',
            links: 412,
          },
          {
            date: '2026-11-21',
            hash: '3c5a9d0b7e6f1428394a5b6c7d8e9f00112233445566778899aabbccddeeff00',
            links: 388,
          },
        ],
      },
    },
  },
});
