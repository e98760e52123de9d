import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { country } from '../entities/account-name.ts';
import { profile } from '../entities/profile.ts';
import { documentType, verification } from '../entities/verification.ts';
import { fileId, nothing } from '#protocol/core/fields.ts';
import { nicknameMaxLength, nicknameMinLength } from '#protocol/core/limits.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import { typedField, typedFieldMax } from '#protocol/core/text/typed-field.ts';
import * as sample from '../examples.ts';

/** Profile and real-name authentication. */
export const profileCalls = defineCalls({
  'GET info': {
    area: 'auth',
    tag: 'Profile',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own profile: ids, masked phone and email, verification, roles, flags, sessions.',
    input: nothing,
    output: profile,
    refuses: [],
    example: {
      input: {},
      output: sample.ownProfile,
    },
  },
  'GET nickName': {
    area: 'auth',
    tag: 'Profile',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Read the nickname.',
    input: nothing,
    output: v.object({ nickname: v.nullable(v.string()), avatar: v.nullable(v.string()) }),
    refuses: [],
    example: {
      input: {},
      output: { nickname: 'Mei Lin', avatar: null },
    },
  },
  'PUT nickName': {
    area: 'auth',
    tag: 'Profile',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Set the nickname or the picture.',
    input: v.union([
      v.strictObject({
        nickname: v.pipe(
          v.string(),
          v.trim(),
          v.minLength(nicknameMinLength),
          v.maxLength(nicknameMaxLength),
          v.description(
            'Letters of one script, or of those that Chinese, Japanese and Korean are written with beside Latin ones, digits and separators (UTS 39, ‘highly restrictive’). One that looks like another user’s, or passes for staff, is taken.',
          ),
        ),
      }),
      v.pipe(
        v.strictObject({ avatar: v.nullable(fileId) }),
        v.description('File id of an uploaded picture; null takes it away.'),
      ),
    ]),
    output: v.object({ nickname: v.nullable(v.string()), avatar: v.nullable(v.string()) }),
    refuses: ['nicknameTaken', 'enterName', 'uploadPhotos'],
    example: {
      input: { nickname: 'Mei Lin' },
      output: { nickname: 'Mei Lin', avatar: null },
    },
  },
  'GET verify': {
    area: 'auth',
    tag: 'Profile',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Real-name authentication: its state.',
    input: nothing,
    output: verification,
    refuses: [],
    example: {
      input: {},
      output: {
        state: 'not-verified',
        reason: null,
        documentType: null,
        name: null,
        number: null,
        submittedAt: null,
        decidedAt: null,
      },
    },
  },
  'POST verify': {
    area: 'auth',
    tag: 'Profile',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Submit the real-name authentication: document, names, number and three photos.',
    input: v.strictObject({
      documentType,
      country,
      firstName: typedField('name'),
      lastName: typedField('name'),
      number: shownText({ shape: 'line', least: 0, most: typedFieldMax }),
      front: v.pipe(v.optional(fileId), v.description('File ids of `POST api/upload/img`.')),
      back: v.optional(fileId),
      held: v.optional(fileId),
    }),
    output: verification,
    refuses: ['enterName', 'enterDocumentNumber', 'uploadPhotos', 'realNameAlreadyApplied', 'chooseArea'],
    example: {
      input: {
        documentType: 'passport',
        country: 'JP',
        firstName: 'Mei',
        lastName: 'Lin',
        number: 'TR1234567',
        front: 'aB3dE5fG7hJ9kL1mN3pQ5r',
        back: 'bC4eF6gH8iK0lM2nO4qR6s',
        held: 'cD5fG7hI9jL1mN3oP5rS7t',
      },
      output: {
        state: 'under-review',
        reason: null,
        documentType: 'passport',
        name: 'M** L**',
        number: 'TR1****67',
        submittedAt: 1795359130357,
        decidedAt: null,
      },
    },
  },
});
