import * as v from 'valibot';
import { failureSchema } from './failures.ts';
import { topicKind, type Topic } from '#protocol/core/stream/channels.ts';

/**
 * What an edge asks of the engine. Each operation has a subject of its own; ids cross as texts, because numbers of JSON
 * do not hold them. Input and output are checked where they are received.
 */

const id = v.pipe(
  v.string(),
  v.regex(/^\d{1,19}$/),
  v.transform((text) => BigInt(text)),
);
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
/** Nothing but what a subject can hold: no dots, no wildcards. */
const edge = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/));
const text = v.pipe(v.string(), v.maxLength(16_384));
const topic = v.custom<Topic>((value) => typeof value === 'string' && topicKind(value) !== null);
const sequence = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const optionalText = v.optional(text);

/** Names of feeds in one message. */
export const feedsPerMessage = 1_000;

/** Users and addresses in one report. */
export const usagesPerMessage = 5_000;

/** A user or an address, its connections, and units that it has spent. */
const usage = v.tuple([
  v.pipe(v.string(), v.regex(/^(?:user \d{1,19}|address [\w:./]{1,60})$/)),
  sequence,
  v.pipe(v.number(), v.finite(), v.minValue(0)),
]);

/** A feed as an edge follows it: its name, its epoch, and the last of its sequence that was received. */
const position = v.tuple([name, name, sequence]);

export const operations = {
  /** Serves a call of the contract; the body of the answer is its envelope. */
  call: {
    input: v.object({
      name,
      requestId: name,
      authorization: optionalText,
      idempotencyKey: optionalText,
      deadline: optionalText,
      address: text,
      userAgent: text,
      origin: v.nullable(text),
      country: v.nullable(text),
      query: v.optional(v.unknown()),
      params: v.optional(v.unknown()),
      /** Absent and null are not the same. */
      body: v.optional(v.unknown()),
      /** The span of the edge that the call is a part of, as a `traceparent`; absent while the edge traces nothing. */
      trace: v.optional(v.pipe(v.string(), v.maxLength(64))),
      /** The fields of an upload, whose file is the body of the message. */
      upload: v.nullable(v.object({ fields: v.unknown() })),
    }),
    output: v.object({ lasts: v.boolean() }),
  },
  /** The holder of a session. */
  session: {
    input: v.object({ token: text, use: v.picklist(['read', 'write']) }),
    output: v.object({
      holder: v.nullable(
        v.object({
          userId: id,
          sessionId: id,
          verified: v.boolean(),
          merchant: v.boolean(),
          countries: v.array(text),
        }),
      ),
    }),
  },
  /** Counts a request of an address that is no call, such as for a file. */
  admit: { input: v.object({ address: text }), output: v.object({}) },
  /** A user's own file; the body of the answer is the file. */
  file: { input: v.object({ owner: id, id: name }), output: v.object({ found: v.boolean() }) },
  /** A picture of an article; the body of the answer is the picture. */
  picture: { input: v.object({ name }), output: v.object({ found: v.boolean() }) },
  /** The data that the page comes with; the body of the answer is the block. */
  'first-data': { input: v.object({}), output: v.object({}) },
  /** Opens a public topic for an edge, or reads its snapshot again. */
  topic: {
    input: v.object({ edge, topic }),
    output: v.nullable(v.object({ epoch: name, seq: sequence, data: v.optional(v.unknown()) })),
  },
  /** Opens the account topic of a user for an edge. */
  account: { input: v.object({ edge, userId: id }), output: v.object({ epoch: name, seq: sequence }) },
  /** The snapshot of an account. */
  'account-snapshot': {
    input: v.object({ userId: id }),
    output: v.object({ data: v.record(v.string(), v.unknown()) }),
  },
  /** Prolongs an edge's interest in feeds; answers those that are closed, or further than the edge knows. */
  hold: {
    input: v.object({ edge, feeds: v.pipe(v.array(position), v.maxLength(feedsPerMessage)) }),
    output: v.object({ closed: v.array(name), ahead: v.array(v.tuple([name, sequence])) }),
  },
  /** Ends an edge's interest in a feed. */
  leave: { input: v.object({ edge, feed: name }), output: v.object({}) },
  /** Whether a user may subscribe to a guarded topic. */
  'may-hold': { input: v.object({ userId: id, topic }), output: v.object({ mayHold: v.boolean() }) },
  /** Executes an action of the chat. */
  act: {
    input: v.object({ userId: id, id: name, act: v.optional(v.unknown()) }),
    output: v.object({ data: v.optional(v.unknown()) }),
  },
  /** Reports what clients use of the stream of an edge; answers what they use of others. */
  usage: {
    input: v.object({ edge, usages: v.pipe(v.array(usage), v.maxLength(usagesPerMessage)) }),
    output: v.object({ elsewhere: v.array(usage) }),
  },
  /** Brings the next part of a message that is larger than one payload; the part is the body. */
  'put-part': { input: v.object({ id: name, index: sequence }), output: v.object({}) },
  /** Fetches a part of an answer that is larger than one payload; the part is the body. */
  'get-part': { input: v.object({ id: name, index: sequence }), output: v.object({}) },
} as const satisfies Record<string, { readonly input: v.GenericSchema; readonly output: v.GenericSchema }>;

export type Operation = keyof typeof operations;
/** What is sent, before it is checked. */
export type Sent<Name extends Operation> = v.InferInput<(typeof operations)[Name]['input']>;
/** What is received, once it is checked. */
export type Received<Name extends Operation> = v.InferOutput<(typeof operations)[Name]['input']>;
/** What is answered, before and after it is checked. */
export type Answered<Name extends Operation> = v.InferInput<(typeof operations)[Name]['output']>;
export type Understood<Name extends Operation> = v.InferOutput<(typeof operations)[Name]['output']>;

/** The head of an answer: what was answered, why it was not, or where its parts are. */
export const answerHeadSchema = v.union([
  v.object({ ok: v.unknown() }),
  v.object({ failure: failureSchema }),
  v.object({ parts: v.object({ id: name, count: v.pipe(sequence, v.maxValue(10_000)) }) }),
]);

/** The head of a request whose message was brought in parts. */
export const partsHeadSchema = v.strictObject({ parts: name });

/** What an engine announces to all edges. */
export const announcementSchema = v.object({
  /** Names the process. */
  engine: edge,
  /** The data that it owns: epochs of other data mean nothing beside its own. */
  identity: v.object({ id: v.pipe(v.string(), v.uuid()), since: sequence }),
  /** Of the ownership of the data: of two engines, the one with the higher epoch is the active one. */
  epoch: sequence,
  /** Number of the announcement, which only rises: an earlier one was said again by somebody else. */
  nth: sequence,
  /** Number of the last event, which counts by one: a gap is an event that was lost. */
  event: sequence,
  /** Whether the store answers, and whether the engine says that it is ready. */
  store: v.picklist(['ready', 'degraded']),
  isReady: v.boolean(),
  /** How often it was connected to the broker; 0 from a version that does not say it. */
  connections: v.optional(sequence, 0),
  /** Null for a heartbeat. */
  what: v.nullable(
    v.variant('kind', [
      v.object({ kind: v.literal('session-ended'), sessionId: id }),
      v.object({ kind: v.literal('guard-changed'), userId: v.nullable(id), topic: v.nullable(topic) }),
      v.object({ kind: v.literal('accounts-in-doubt') }),
      v.object({ kind: v.literal('leaving') }),
    ]),
  ),
});

export type SentAnnouncement = v.InferInput<typeof announcementSchema>;
export type Announcement = v.InferOutput<typeof announcementSchema>;

/** A change of a feed, as it is published. */
export const deltaSchema = v.object({ epoch: name, seq: sequence, data: v.optional(v.unknown()) });

export type Delta = v.InferOutput<typeof deltaSchema>;
