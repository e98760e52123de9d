export const deposit = {
  state: 'paid',
  asset: 'USDT',
  required: '500',
  held: '500',
  missing: '0',
  available: '1720.5',
  reason: null,
  updatedAt: 1795359130263,
} as const;

export const settings = {
  paused: false,
  hours: { from: 540, to: 1320, offsetMinutes: 480 },
  open: true,
  autoReply: 'Thank you. I answer within five minutes.',
  blocked: [{ id: '100017', nickname: 'Ada' }],
};
