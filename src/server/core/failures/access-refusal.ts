import type { AnswerType } from '#protocol/core/envelope.ts';
import { Refusal } from './refusal.ts';

/** A refusal of access, with its redirect. */
export class AccessRefusal extends Refusal {
  readonly answerType: AnswerType;

  constructor(codeName: 'unauthorized' | 'noRealName', answerType: AnswerType) {
    super(codeName);
    this.answerType = answerType;
  }
}
