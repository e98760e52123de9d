import { runServer } from '#server/main/run-server.ts';

/** A process of an exchange that serves the page in a folder, without the app being built. */
const folder = process.env['PAGE_FOLDER'];
if (folder === undefined) throw new Error('PAGE_FOLDER names no folder');
await runServer(folder);
