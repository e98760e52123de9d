import { anyText, searchParams } from '../../platform/search-params.ts';

/** What the address of a form may say: the page that asked for it, to go on there. */
export interface ToSearch {
  readonly to?: string;
}

/** Reads the page to go on to from search parameters. */
export const toSearch = searchParams<ToSearch>({ to: anyText });
