import { codeMeanings } from '#protocol/core/code-meanings.ts';
import { anyCallRefuses } from '#protocol/core/call.ts';
import { codes } from '#protocol/core/codes.ts';
import {
  bodyMaxBytes,
  idempotencyRetentionMs,
  moneyDeadlineHeader,
  pageSizeDefault,
  pageSizeMax,
  sessionLifeMs,
  uploadMaxBytes,
} from '#protocol/core/limits.ts';

/** A chapter of the guide: what holds for every call. Texts are Markdown of paragraphs, lists and inline code. */
interface Chapter {
  readonly title: string;
  readonly text: string;
}

const hourMs = 3_600_000;

const sharedCodes = anyCallRefuses.map((name) => `- \`${codes[name]}\` ${codeMeanings[name]}`).join('\n');

/** What holds for every call, in the order it is read. */
export const guide: readonly Chapter[] = [
  {
    title: 'Requests',
    text: `A GET carries its input in the query, every other call as a JSON body of at most ${bodyMaxBytes / 1_024} KB, an upload as a form with one file of at most ${uploadMaxBytes / 1_024 ** 2} MB. A field that the call does not know is refused.`,
  },
  {
    title: 'Sign-in',
    text: `\`POST /login\` and \`POST /register\` answer a session token. Send it as \`Authorization: Bearer …\`. A session ends after ${sessionLifeMs / (24 * hourMs)} days without use.`,
  },
  {
    title: 'Answers',
    text: `Every answer is an envelope: \`code\`, \`data\`, \`msg\` (the plain name of the code) and \`type\`. With code 200 \`data\` is the answer. Any other code is a refusal: its \`data\` is null or tells more, as in \`{ "retryAfterMs": 60000 }\`.

A refusal is HTTP 200, except that HTTP 401 asks for the transaction password. \`type\` says what to do beyond showing the code: \`999\` and \`expired\` ask for a log-in, \`998\` for real-name authentication, \`997\` for a receiving method.`,
  },
  {
    title: 'Codes',
    text: `Each call lists the codes it may refuse with. Beside them any call may answer:

${sharedCodes}`,
  },
  {
    title: 'Idempotency',
    text: `A call that moves money needs the header \`Idempotency-Key\`. However often it is sent under one key, it has one effect, and the stored answer is given again for ${idempotencyRetentionMs / hourMs} hours. Make the key when the user confirms and keep it until there is an answer.

With \`${moneyDeadlineHeader
      .split('-')
      .map((word) => word[0]?.toUpperCase() + word.slice(1))
      .join(
        '-',
      )}\` nothing new is done under the key after that time: what was done by then is answered, what was not is refused with code ${codes.busyRetry} and \`{ "reason": "deadline-passed" }\`.`,
  },
  {
    title: 'Unknown outcomes',
    text: `HTTP 500 says that the outcome is unknown: it may or may not have happened. The same is true when no answer arrives. Send the same call again under the same key; never make a new key for it. When that is refused, the first request may still arrive and be done: only the reason \`deadline-passed\` is final, so name a deadline. HTTP 503 with code ${codes.busyRetry} says that nothing was done.`,
  },
  {
    title: 'Limits',
    text: `Past its rate limit a call answers HTTP 429, under overload HTTP 503, both with code ${codes.busyRetry}. Wait a moment and try again.`,
  },
  {
    title: 'Amounts and times',
    text: 'Money, prices and quantities are decimal strings, as in `"0.00100000"`: no exponent, no leading zeros, at most 40 characters. What does not fit the digits of a coin is truncated, never rounded. Times are epoch milliseconds in UTC. Ids are strings of digits.',
  },
  {
    title: 'Lists',
    text: `Lists are answered in pages. \`size\` is at most ${pageSizeMax} and ${pageSizeDefault} by default; \`next\` is the cursor of the following page, or null on the last one. Hand it back as \`cursor\`.`,
  },
];
