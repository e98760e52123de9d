import type { Way } from './walk.ts';

/** Entries that are no links of an open screen, but behind buttons, in sheets or after a form; by who has them. */

/** Of the page that the community links to, which the app shows within itself. */
export const listedHost = 'example.org';
/** Of those who registered with one. */
export const loginPassword = 'quiet-Shore-41';

/** Somebody without an account. */
export const visitorWays: readonly Way[] = [
  {
    from: '/pages/forgetPwd/forgetPwd',
    steps: [{ fill: 'Email', with: 'heron@example.com' }, { tap: 'Send code' }, { tap: 'Fill in' }, { tap: 'Next' }],
    reaches: ['/pages/mine/forgetPwdNext'],
  },
  {
    from: '/pages/login/login',
    steps: [{ tap: 'Phone', as: 'radio' }],
    reaches: ['/pages/business/phoneCode'],
  },
];

/** Somebody who has something on every screen of trading and of fiat trading: `fillAccount`. */
export const ownerWays: readonly Way[] = [
  { from: '/pages/Option/Bettingrecord', steps: [{ tap: /^BTC/ }], reaches: ['/pages/Option/Riseandfall'] },
  { from: '/pages/lever/lever', steps: [{ tap: 'More' }], reaches: ['/pages/lever/leverList'] },
  {
    from: '/pages/assets/charge_list',
    steps: [{ tap: /^USDT/ }, { tap: /^Dunlin test/, as: 'radio' }],
    reaches: ['/pages/assets/charge'],
  },
  { from: '/pages/assets/mention', steps: [{ tap: 'Address book' }], reaches: ['/pages/assets/bindMentionAddress'] },
  {
    from: '/pages/business/payWay',
    steps: [{ tap: 'Add a method' }],
    reaches: [
      '/pages/business/MerchantAlipay',
      '/pages/business/Merchantwechat',
      '/pages/business/bankcard',
      '/pages/business/passport',
    ],
  },
  {
    from: '/pages/otc/Orderrecord',
    steps: [{ follow: '/pages/otc/Orderdetails' }, { picture: /^Add a picture of the payment/ }],
    reaches: ['/pages/business/toUploadImg'],
  },
  { from: '/pages/otc/Orderdetailsdd', steps: [{ tap: 'Not received' }], reaches: ['/pages/business/appeal'] },
  {
    from: '/pages/business/appeal',
    steps: [
      { fill: 'What happened', with: 'The payment of 144.00 CNY came from an account in another name.' },
      { tap: /^Open the appeal/ },
      { tap: 'More' },
    ],
    reaches: ['/pages/business/receipt'],
  },
  { from: '/pages/usreMei/chat', steps: [{ tap: 'Share a place' }], reaches: ['/choose-location'] },
  {
    from: '/pages/usreMei/chat',
    steps: [{ tap: 'Share a place' }, { tap: 'Choose this place' }, { tap: 'Send' }],
    reaches: ['/open-location'],
  },
  { from: '/pages/Whiteskin/community', steps: [{ tap: /example\.org/ }], reaches: ['/pages/web-view/web-view'] },
];

/** Somebody who is not verified, has a loan, and whose members pay fees: `prepareInviter`. */
export const inviterWays: readonly Way[] = [
  {
    from: '/',
    steps: [{ follow: '/pages/member/member' }],
    reaches: ['/pages/member/shou', '/pages/member/huaz', '/pages/member/memberuser'],
  },
  {
    from: '/',
    steps: [{ follow: '/pages/Apply/loanApply' }, { follow: '/pages/loan/loanRecords' }],
    reaches: ['/pages/loan/onlineRepayment'],
  },
  {
    from: '/',
    steps: [{ follow: '/pages/mine/userCenter' }, { follow: '/pages/mine/authentication' }],
    reaches: ['/pages/mine/real_authentication'],
  },
  {
    from: '/',
    steps: [{ follow: '/pages/otc/otc' }, { tap: 'Sell', as: 'radio' }, { tap: /^Sell USDT to/ }],
    reaches: ['/pages/mine/collect_money'],
  },
];

/** Somebody who registered with a login password. */
export const memberWays: readonly Way[] = [
  {
    from: '/',
    steps: [{ follow: '/pages/mine/userCenter' }, { follow: '/pages/mine/security' }],
    reaches: ['/pages/mine/modifyPwd'],
  },
  {
    from: '/pages/mine/modifyPwd',
    steps: [{ fill: 'Login password', with: loginPassword }, { tap: 'Next' }],
    reaches: ['/pages/mine/modifyPwdNext'],
  },
];
