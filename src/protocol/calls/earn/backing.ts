import { defineCalls } from '../../call.ts';
import { backing } from '../../entities/backing.ts';
import { nothing } from '../../fields.ts';

/** What stands behind the products. */
export const backingCalls = defineCalls({
  'GET common/backing': {
    area: 'earn',
    access: 'public',
    money: false,
    purpose: 'What each product holds and has promised, per coin.',
    input: nothing,
    output: backing,
    refuses: [],
  },
});
