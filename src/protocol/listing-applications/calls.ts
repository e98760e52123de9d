import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { coinApplication, type ListingApplication } from './entities.ts';
import { fileId, id, page, pageQuery, positiveDecimal, decimal } from '../core/fields.ts';
import { coinDocumentsMax } from '../core/limits.ts';
import { coinSymbolPattern, coinTextMax, contractPattern, latinPattern, webPattern } from './maths.ts';
import { shownText } from '../core/text/shown-text.ts';
import { typedField } from '../core/text/typed-field.ts';

const sampleForm = {
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
const sampleApplication: ListingApplication = {
  id: '12',
  state: 'under-review',
  ...sampleForm,
  documents: 1,
  texts: [],
  reason: null,
  pair: null,
  submittedAt: 1795313930263,
  answerBy: 1795622399999,
  decidedAt: null,
};
const sampleQuestion = { by: 'desk', text: 'Who audits the contract?', at: 1795320000000 } as const;
const sampleAnswer = { by: 'applicant', text: 'Knot Labs, in May.', at: 1795330000000 } as const;

const line = (most: number) => shownText({ shape: 'line', most });
const web = v.pipe(
  line(coinTextMax.web),
  v.regex(webPattern),
  v.description('A web address without its scheme, as in `avocet.example/paper.pdf`.'),
);

/** Calls of coin-listing applications (spec points 3 and 9). */
export const listingApplicationCalls = defineCalls({
  'POST addCoinApply': {
    area: 'wallet',
    tag: 'Listing applications',
    access: 'user',
    money: false,
    cost: 'write',
    purpose:
      'Apply for a coin to be listed. Asks for a fresh proof of the account where it has a way to give one: without it, it answers 2044 with the ways. One application of a user is open at a time.',
    input: v.strictObject({
      name: line(coinTextMax.name),
      englishName: v.pipe(line(coinTextMax.name), v.regex(latinPattern)),
      symbol: v.pipe(v.string(), v.regex(coinSymbolPattern), v.description('The abbreviation, as in `AVO`.')),
      issuance: v.pipe(positiveDecimal, v.description('Coins there will ever be.')),
      circulation: v.pipe(decimal, v.description('Coins in circulation.')),
      holdings: v.pipe(decimal, v.description('Coins that the issuer holds.')),
      site: web,
      explorer: web,
      whitepaper: web,
      region: v.pipe(line(coinTextMax.region), v.description('Where the project is active.')),
      exchanges: v.pipe(
        v.optional(shownText({ shape: 'line', least: 0, most: coinTextMax.exchanges }), ''),
        v.description('Exchanges that list it.'),
      ),
      contract: v.pipe(typedField('address'), v.regex(contractPattern), v.description('Its contract address.')),
      documents: v.pipe(
        v.array(fileId),
        v.maxLength(coinDocumentsMax),
        v.description('File ids of `POST api/upload/img`, with the purpose `listing`.'),
      ),
    }),
    output: coinApplication,
    refuses: ['verificationExpired', 'unfinishedOrder', 'alreadyProcessed', 'quantityOutOfRange', 'uploadPhotos'],
    example: { input: { ...sampleForm, documents: ['f4Yk2q9LrTnXc7Wb0sDmAQ'] }, output: sampleApplication },
  },
  'GET addCoinApply': {
    area: 'wallet',
    tag: 'Listing applications',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own applications, newest first.',
    input: v.strictObject(pageQuery),
    output: page(coinApplication),
    refuses: [],
    example: {
      input: { size: '20' },
      output: {
        list: [{ ...sampleApplication, state: 'question', texts: [sampleQuestion], answerBy: null }],
        next: null,
      },
    },
  },
  'PUT addCoinApply': {
    area: 'wallet',
    tag: 'Listing applications',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Answer the question that was asked of an application. Its review goes on, with a new day of the answer.',
    input: v.strictObject({ id, answer: line(coinTextMax.answer) }),
    output: coinApplication,
    refuses: ['notFound', 'alreadyReviewed'],
    example: {
      input: { id: '12', answer: sampleAnswer.text },
      output: { ...sampleApplication, texts: [sampleQuestion, sampleAnswer] },
    },
  },
});
