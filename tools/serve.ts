import path from 'node:path';
import { runServer } from '#server/main/run-server.ts';
import { appDirectory } from './app-sources.ts';

/** The exchange as `npm start` runs it, under its supervisor. */
await runServer(path.join(import.meta.dirname, '..', appDirectory));
