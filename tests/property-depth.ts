import { configureGlobal } from 'fast-check';
import { allRuns, seed } from './depth.ts';

/** Setup of properties that state no number of runs: fast-check's own 100. */
configureGlobal({ numRuns: allRuns(100), seed });
