import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { country } from '../entities/account-name.ts';
import { profile } from '../entities/profile.ts';
import { documentType, verification } from '../entities/verification.ts';
import { fileId, nothing } from '#protocol/core/fields.ts';
import { nicknameMaxLength, nicknameMinLength } from '#protocol/core/limits.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import { typedField, typedFieldMax } from '#protocol/core/text/typed-field.ts';

/** Profile and real-name authentication. */
export const profileCalls = defineCalls({
  'GET info': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Own profile: ids, masked phone and email, verification, roles, flags, sessions.',
    input: nothing,
    output: profile,
    refuses: [],
  },
  'GET nickName': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Read the nickname.',
    input: nothing,
    output: v.object({ nickname: v.nullable(v.string()), avatar: v.nullable(v.string()) }),
    refuses: [],
  },
  'PUT nickName': {
    area: 'auth',
    access: 'user',
    money: false,
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
  },
  'GET verify': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Real-name authentication: its state.',
    input: nothing,
    output: verification,
    refuses: [],
  },
  'POST verify': {
    area: 'auth',
    access: 'user',
    money: false,
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
  },
});
