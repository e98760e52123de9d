/** An invalid request: answered with an HTTP status and a code in the envelope. */
export class RequestFault extends Error {
  readonly statusCode: number;
  readonly codeName: 'operationFailed' | 'notFound' | 'busyRetry';

  constructor(statusCode: number, codeName: 'operationFailed' | 'notFound' | 'busyRetry', message: string) {
    super(message);
    this.statusCode = statusCode;
    this.codeName = codeName;
  }
}
