import type { CodeName } from '#protocol/core/codes.ts';

/** An invalid request: answered with an HTTP status and a code in the envelope. */
export class RequestFault extends Error {
  readonly statusCode: number;
  readonly codeName: Exclude<CodeName, 'success'>;

  constructor(statusCode: number, codeName: Exclude<CodeName, 'success'>, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.codeName = codeName;
  }
}
