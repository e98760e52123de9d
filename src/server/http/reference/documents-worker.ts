import { parentPort, workerData } from 'node:worker_threads';
import type { Documents, DocumentsPlace } from './documents.ts';
import { openApiDocument } from './openapi.ts';
import { docsPage } from './page/page.ts';

/** The thread that generates the reference: the OpenAPI document and its page. */
const { apiBase, streamBase, styles } = workerData as DocumentsPlace;
const document = openApiDocument(apiBase);
const page = docsPage({ document, apiBase, streamBase, styles });
const documents: Documents = { document: JSON.stringify(document), page };
parentPort?.postMessage(documents);
