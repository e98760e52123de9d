import type { ListingApplication } from './entities.ts';

export const form = {
  name: 'Avocet',
  englishName: 'Avocet',
  symbol: 'AVO',
  issuance: '10000000',
  circulation: '2400000',
  holdings: '6000000',
  site: 'avocet.example',
  explorer: 'explorer.example/avo',
  whitepaper: 'avocet.example/paper.pdf',
  region: 'Europe',
  exchanges: '',
  contract: '0x4b1e9c07d2a86f13b5e40c9d7a21f8e653c7a2e9',
};
export const application: ListingApplication = {
  id: '12',
  state: 'under-review',
  ...form,
  documents: 1,
  texts: [],
  reason: null,
  pair: null,
  submittedAt: 1795313930263,
  answerBy: 1795622399999,
  decidedAt: null,
};
export const question = { by: 'desk', text: 'Who audits the contract?', at: 1795320000000 } as const;
export const answer = { by: 'applicant', text: 'Knot Labs, in May.', at: 1795330000000 } as const;
