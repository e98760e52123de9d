import * as v from 'valibot';
import type { Family, MarketCommand, MarketOutcome } from '../placement/messages.ts';
import { failureSchema, packFailure, readFailure } from '../bus/failures.ts';
import { packFrame } from '../bus/frame.ts';
import type { FamilyCodec } from './codec.ts';
import { count, key, name, received, sentKey } from './codec-parts.ts';

/** The messages that differ between families in one part alone, such as the request of a command. */

/** How a part of a message crosses: what checks and reads it, and what makes of it what is sent. */
interface Crossing<Part> {
  readonly schema: v.GenericSchema<unknown, Part>;
  readonly sent: (part: Part) => unknown;
}

type CommandsCodec<Of extends Family> = Pick<FamilyCodec<Of>, 'encodeCommands' | 'decodeCommands'>;
type AnswerCodec<Of extends Family> = Pick<FamilyCodec<Of>, 'encodeAnswer' | 'decodeAnswer'>;
type AssignedCodec<Of extends Family> = Pick<FamilyCodec<Of>, 'encodeAssigned' | 'decodeAssigned'>;

/** One that is no `traceparent` is dropped where a span begins. */
const traceparent = v.custom<string>((value) => typeof value === 'string' && value.length <= 64);

/** Commands of a market. */
export function commandsCodec<Of extends Family>(request: Crossing<Of['request']>): CommandsCodec<Of> {
  const schema = v.strictObject({
    commands: v.strictObject({
      market: name,
      epoch: count,
      isHeld: v.boolean(),
      pauses: count,
      commands: v.array(
        v.strictObject({ request: request.schema, key: v.nullable(key), trace: v.exactOptional(traceparent) }),
      ),
    }),
  });
  const sentCommand = ({ request: asked, key: under, trace }: MarketCommand<Of>) => {
    const sent = { request: request.sent(asked), key: under === null ? null : sentKey(under) };
    return trace === undefined ? sent : { ...sent, trace };
  };
  return {
    encodeCommands: ({ market, epoch, isHeld, pauses, commands }) =>
      packFrame({ commands: { market, epoch, isHeld, pauses, commands: commands.map(sentCommand) } }),
    decodeCommands: (bytes) => received(schema, bytes).commands,
  };
}

/** The outcomes of commands. */
export function answerCodec<Of extends Family>(answer: Crossing<Of['answer']>): AnswerCodec<Of> {
  const outcome = v.union([
    v.pipe(
      v.strictObject({ answer: answer.schema }),
      v.transform((read): MarketOutcome<Of> => ({ ok: true, answer: read.answer })),
    ),
    v.pipe(
      v.strictObject({ failure: failureSchema }),
      v.transform(({ failure }): MarketOutcome<Of> => ({ ok: false, error: readFailure(failure) })),
    ),
  ]);
  const schema = v.strictObject({ answer: v.strictObject({ seq: count, outcomes: v.array(outcome) }) });
  const sentOutcome = (one: MarketOutcome<Of>) =>
    one.ok ? { answer: answer.sent(one.answer) } : { failure: packFailure(one.error) };
  return {
    encodeAnswer: ({ seq, outcomes }) => packFrame({ answer: { seq, outcomes: outcomes.map(sentOutcome) } }),
    decodeAnswer: (bytes) => received(schema, bytes).answer,
  };
}

/** Markets that an engine is to run, as they are listed. */
export function assignedCodec<Of extends Family>(listed: Crossing<Of['listed']>): AssignedCodec<Of> {
  const schema = v.strictObject({ assigned: v.array(v.strictObject({ listed: listed.schema, epoch: count })) });
  return {
    encodeAssigned: (assigned) =>
      packFrame({ assigned: assigned.map((one) => ({ listed: listed.sent(one.listed), epoch: one.epoch })) }),
    decodeAssigned: (bytes) => received(schema, bytes).assigned,
  };
}
