/** Every screen there is, with what its address needs; `visitor` ones are also seen without a session. */
export interface ScreenAddress {
  readonly name: string;
  readonly hash: string;
  readonly visitor?: boolean;
}

export const everyScreen: readonly ScreenAddress[] = [
  { name: 'visitor-home', hash: '#/', visitor: true },
  { name: 'register', hash: '#/register', visitor: true },
  { name: 'login', hash: '#/pages/login/login', visitor: true },
  { name: 'login-alias', hash: '#/pages/mine/login', visitor: true },
  { name: 'forgot-password', hash: '#/pages/forgetPwd/forgetPwd', visitor: true },
  { name: 'forgot-password-next', hash: '#/pages/mine/forgetPwdNext', visitor: true },
  { name: 'language', hash: '#/pages/mine/lang', visitor: true },
  { name: 'phone-code', hash: '#/pages/business/phoneCode', visitor: true },
  { name: 'get-app', hash: '#/pages/mine/down_View', visitor: true },
  { name: 'home', hash: '#/pages/index/index' },
  { name: 'market', hash: '#/pages/home/market' },
  { name: 'kline', hash: '#/pages/market/kline?pair=BTCUSDT' },
  { name: 'coin', hash: '#/pages/jieshao/jieshao?asset=BTC' },
  { name: 'trade', hash: '#/pages/trade/trade?pair=BTCUSDT' },
  { name: 'delegates', hash: '#/pages/trade/entrust' },
  { name: 'assets', hash: '#/pages/assets/assets' },
  { name: 'wallet', hash: '#/pages/assets/tradeAccount?wallet=spot' },
  { name: 'records', hash: '#/pages/assets/Assetrecords' },
  { name: 'transfer', hash: '#/pages/assets/transfer' },
  { name: 'convert', hash: '#/pages/assets/transfer?tab=convert' },
  { name: 'instant-transfer', hash: '#/pages/StationPay/StationPay' },
  { name: 'instant-records', hash: '#/pages/StationPay/StationPay?tab=records' },
  { name: 'rates', hash: '#/pages/assets/rate' },
  { name: 'user-centre', hash: '#/pages/mine/userCenter' },
  { name: 'security', hash: '#/pages/mine/security' },
  { name: 'login-password', hash: '#/pages/mine/setPwd' },
  { name: 'change-login-password', hash: '#/pages/mine/modifyPwd' },
  { name: 'change-login-password-next', hash: '#/pages/mine/modifyPwdNext' },
  { name: 'transaction-password', hash: '#/pages/mine/resetLegalPwd' },
  { name: 'bind-email', hash: '#/pages/mine/bondEmailOrPhone?by=email' },
  { name: 'bind-phone', hash: '#/pages/mine/bondEmailOrPhone?by=phone' },
  { name: 'notices', hash: '#/pages/notice/list' },
  { name: 'notice', hash: '#/pages/notice/details?id=1' },
  { name: 'news', hash: '#/pages/neWs/neWs' },
  { name: 'article', hash: '#/pages/home/newsDetail?key=news%2Fspot-orders' },
  { name: 'version', hash: '#/pages/Whiteskin/version' },
  { name: 'update', hash: '#/pages/appUpdate/app-update' },
];
