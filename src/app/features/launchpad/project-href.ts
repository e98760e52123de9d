/** The page of a project, or of what one got of it. */
export function projectHref(id: string, view?: 'result'): string {
  return `#/pages/purchase/purchase?id=${id}${view === undefined ? '' : `&view=${view}`}`;
}

/** The article that explains subscriptions, with an example and the risks. */
export const howItWorksHref = '#/pages/home/newsDetail?key=help%2Fsubscription';
