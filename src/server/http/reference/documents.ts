import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the reference is made for. */
export interface DocumentsPlace {
  /** Where the calls and the stream live, as in `/api/` and `/stream`. */
  readonly apiBase: string;
  readonly streamBase: string;
  /** The address of the stylesheet. */
  readonly styles: string;
}

/** The OpenAPI document as JSON and the page of it. */
export interface Documents {
  readonly document: string;
  readonly page: string;
}

/** Documents of this process by their place: tests open many edges. */
const made = new Map<string, Promise<Documents>>();

/**
 * The reference of the calls and the stream. It is generated once, on a thread of its own: that takes longer than
 * markets may wait.
 */
export function documentsOf(place: DocumentsPlace): Promise<Documents> {
  const name = JSON.stringify(place);
  const known = made.get(name) ?? generate(place);
  made.set(name, known);
  known.catch(() => made.delete(name));
  return known;
}

async function generate(place: DocumentsPlace): Promise<Documents> {
  const worker = new Worker(new URL('./documents-worker.ts', import.meta.url), { workerData: place });
  const [documents] = (await once(worker, 'message')) as [Documents];
  return documents;
}
