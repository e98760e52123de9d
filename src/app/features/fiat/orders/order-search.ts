import { idText, searchParams } from '../../../platform/search-params.ts';

/** What the address of an order says. */
export interface OrderSearch {
  readonly id?: string;
}

/** Reads the number of an order from an address; what else stands there names nothing. */
export const orderSearch = searchParams<OrderSearch>({ id: idText });
