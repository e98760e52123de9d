import path from 'node:path';
import { runServer } from '#server/main/run-server.ts';
import { appDirectory } from '../../tools/app-sources.ts';

/** An exchange with the built page in a process of its own, for tests that kill it. */
await runServer(path.resolve(appDirectory));
