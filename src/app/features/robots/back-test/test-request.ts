import type { RobotParameters } from '../../../../protocol/entities/quant/robot-parameters.ts';
import { type BackTest, backTest, type BackTestInput } from '../../../../protocol/maths/robots/back-test/back-test.ts';
import { tunedParameters } from '../../../../protocol/maths/robots/back-test/tuning.ts';

/** What the page asks its worker for: a test, or parameters tuned for the price of now. */
export interface TestRequest {
  readonly nth: number;
  readonly input: BackTestInput;
  /** The price of now in ticks, to tune; null to test. */
  readonly tuneAt: number | null;
}

export interface TestAnswer {
  readonly nth: number;
  readonly result: BackTest | null;
  readonly tuned: RobotParameters | null;
}

/** Does what is asked for. */
export function answerOf({ nth, input, tuneAt }: TestRequest): TestAnswer {
  return tuneAt === null
    ? { nth, result: backTest(input), tuned: null }
    : { nth, result: null, tuned: tunedParameters(input, tuneAt) };
}
