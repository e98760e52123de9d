import type { BrowserContext, Request } from 'playwright';

const unanswered = new WeakMap<BrowserContext, Map<Request, number>>();

/** Begins to note the requests of a browser's pages that have no answer yet. */
export function watchRequests(context: BrowserContext): void {
  const open = new Map<Request, number>();
  unanswered.set(context, open);
  context.on('request', (request) => open.set(request, Date.now()));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
}

/** Paths of the requests that have no answer yet, with the seconds they have waited. */
export function unansweredRequests(context: BrowserContext): string[] {
  const now = Date.now();
  return [...(unanswered.get(context) ?? [])].map(
    ([request, since]) => `${new URL(request.url()).pathname} ${Math.round((now - since) / 1000)} s`,
  );
}
