import { codes, type CodeName } from '#protocol/core/codes.ts';
import type { AnswerType, Envelope } from '#protocol/core/envelope.ts';
import { AccessRefusal } from '../core/failures/access-refusal.ts';
import type { Refusal } from '../core/failures/refusal.ts';

/** The envelope of an answer. */
export function answerEnvelope<Data>(data: Data): Envelope<Data> {
  return { code: codes.success, data, msg: 'success', type: 'ok' };
}

/** The envelope of a refusal. */
export function refusalEnvelope(codeName: CodeName, type: AnswerType, data: unknown = null): Envelope {
  return { code: codes[codeName], data, msg: codeName, type };
}

const typeOfCode: Partial<Record<CodeName, AnswerType>> = {
  unauthorized: '999',
  noRealName: '998',
  realNameNeededForFiat: '998',
};

/** What a refusal asks of the app beyond showing its code (spec point 2). */
export function refusalType(refusal: Refusal): AnswerType {
  return refusal instanceof AccessRefusal ? refusal.answerType : (typeOfCode[refusal.codeName] ?? 'error');
}

/** HTTP status of a refusal: 200, but 401 asks to set or enter the transaction password (design section 2). */
export function refusalStatus(codeName: CodeName): number {
  const asksForPassword = codeName === 'transactionPasswordNeeded' || codeName === 'setTransactionPasswordFirst';
  return asksForPassword ? 401 : 200;
}
