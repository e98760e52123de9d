import type { Examples } from '../core/example.ts';

const alert = { product: 'fixed-term', item: '1', at: 1795359130263 } as const;

export const stockAlertExamples = {
  'GET stockAlerts': { input: {}, output: { list: [alert] } },
  'PUT stockAlerts': { input: { product: 'fixed-term', item: '1', on: true }, output: { list: [alert] } },
} satisfies Partial<Examples>;
