import type { Examples } from '../core/example.ts';

export const uploadExamples = {
  'POST api/upload/img': {
    input: { purpose: 'avatar' },
    output: { id: 'FNVKHXMHBkqv5SGP-2_KPw', width: 9, height: 9, bytes: 267 },
  },
} satisfies Partial<Examples>;
