import { bookedAddress } from '#protocol/chains/examples.ts';
import type { Examples } from '#protocol/core/example.ts';

export const securityExamples = {
  'GET verifySwitch': {
    input: {},
    output: {
      loginPassword: true,
      transactionPassword: true,
      phone: null,
      email: 'm•••@example.com',
      passkeys: [],
      totp: 'off',
      recoveryCodes: 0,
      antiPhishing: null,
      addressWait: false,
      withdrawalHoldUntil: null,
      prove: null,
    },
  },
  'POST pwd': {
    input: {
      kind: 'transaction',
      proof: { by: 'password', password: 'a long passphrase' },
      password: '482913',
      confirmation: '482913',
    },
    output: {},
  },
  'PUT pwd': {
    input: {
      kind: 'transaction',
      proof: { by: 'password', password: '864209' },
      password: '482913',
      confirmation: '482913',
    },
    output: {},
  },
  'POST bindAccount': {
    input: {
      kind: 'address',
      chain: 'TEST',
      address: 'dt1xckyx7jp0gr2j3fpaus8d4f7mcsx0rznpd5q6k',
      label: 'Cold wallet',
      transactionPassword: '864209',
    },
    output: {
      passkeyQuestion: null,
      passkey: null,
      address: bookedAddress,
      totp: null,
      recoveryCodes: null,
      push: null,
      risks: null,
    },
  },
} satisfies Partial<Examples>;
