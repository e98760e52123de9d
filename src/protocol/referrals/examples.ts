export const level = { level: 2, members: 3, direct: '0.2', indirect: '0.05' };
export const next = { level: 3, members: 10, direct: '0.25', indirect: '0.06' };
export const cycle = { everyMs: 86400000, nextAt: 1795363500000, practice: false };
export const coin = { asset: 'USDT', held: '42.16', owed: '0', credited: '339.76', moved: '297.6' };
