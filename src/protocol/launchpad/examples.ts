import type { LaunchpadOrder, LaunchpadProject } from './entities/projects.ts';

export const project: LaunchpadProject = {
  id: '7',
  coin: 'KNOT',
  name: 'Red Knot',
  quote: 'USDT',
  manner: 'pro-rata',
  state: 'in-progress',
  issuance: '2000000',
  price: '0.05',
  piece: '1',
  pieceCost: '0.05',
  minimum: '10',
  maximum: '2000',
  committed: '249100',
  people: 1204,
  sold: '0',
  remaining: '2000000',
  opensAt: 1795334400000,
  closesAt: 1795420800000,
  endedAt: null,
  listHash: null,
  pair: 'KNOTUSDT',
  auctionMs: 1_800_000,
  practice: false,
};

export const announced: LaunchpadProject = {
  ...project,
  id: '8',
  coin: 'RUFF',
  name: 'Ruff',
  pair: null,
  auctionMs: null,
  manner: 'first-come',
  state: 'announced',
  committed: '0',
  people: 0,
  opensAt: 1795680000000,
  closesAt: 1795766400000,
};

export const hash = '9f2c4c1fb8c3f6a2d5f0a1716f0a37cf2f2d2b6a4a9c3f14f6a0b3d25c3e7ab3';

export const ended: LaunchpadProject = {
  ...project,
  state: 'ended',
  committed: '412350',
  people: 3118,
  sold: '2000000',
  remaining: '0',
  endedAt: 1795420802000,
  listHash: hash,
};

export const order: LaunchpadOrder = {
  project: { ...project, committed: '249600', people: 1205 },
  line: 1205,
  committed: '500',
  allotted: null,
  spent: null,
  returned: null,
  at: 1795398077000,
  servedAt: null,
};
