import { pino, type Logger } from 'pino';

export type { Logger };

/**
 * The exchange's log: one line of JSON per event, with a request's id where there is one and without
 * personal data. Fields that could carry a secret are cut out wherever they appear.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: [
        'password',
        'token',
        'code',
        '*.password',
        '*.token',
        'req.headers.authorization',
        'headers.authorization',
        '*.headers.authorization',
      ],
      remove: true,
    },
  });
}
