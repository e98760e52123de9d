export const day = (number: number) => `2026-11-${number}`;
export const pool = { month: '2026-11', asset: 'USDT', budget: '10000', left: '3184.6', leftToday: '3184.6' };
