/** How fields take what is typed and pasted, in one chunk; see `later-rules.ts`. */
export { deleteFrom, enterNumber, stepValue } from './number-entry.ts';
export { countedLength, enterDigits, enterText } from './text-entry.ts';
