import { type NavigateOptions, useNavigate } from '@tanstack/react-router';

/** What changes of a search: a value narrows, undefined narrows no longer, and the rest stays. */
export type SearchChange<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined };

/**
 * Writes the filters of a list to the address of its screen, in place of those before.
 *
 * @param to the screen
 * @param search its filters now
 */
export function useSearchFilters<Search extends object>(
  to: NonNullable<NavigateOptions['to']>,
  search: Search,
): (change: SearchChange<Search>) => void {
  const navigate = useNavigate();
  return (change) => {
    const stated = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined);
    void navigate({ to, search: Object.fromEntries(stated) as never, replace: true });
  };
}
