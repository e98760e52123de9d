import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Without fuzzy matching of whole words, which takes 50 ms of shared CPU time per password. */
export const passwordEstimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
