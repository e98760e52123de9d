import { searchParams } from '#app/platform/search-params.ts';
import type { OrderFilter } from '../queries.ts';

/** Reads a filter from an address; what this build does not know narrows nothing. */
export const orderRecordSearch = searchParams<OrderFilter>({
  side: ['buy', 'sell'],
  state: ['open', 'waiting-payment', 'paid', 'appeal', 'completed', 'cancelled'],
});
