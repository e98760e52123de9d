/**
 * Asks for pages until one holds something or the list ends. The exchange looks at a bounded number of rows for each
 * page, so a filter that matches little may answer an empty page although more follow.
 *
 * @param sizeOf how many items a page holds
 */
export async function filledPage<Page extends { readonly next: string | null }>(
  ask: (cursor: string | null) => Promise<Page>,
  cursor: string | null,
  sizeOf: (page: Page) => number,
): Promise<Page> {
  let page = await ask(cursor);
  while (sizeOf(page) === 0 && page.next !== null) page = await ask(page.next);
  return page;
}
