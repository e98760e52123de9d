import type { Messages } from '@lingui/core';

/**
 * Catalogues of areas that are never entry points: naming them all would cost the first load more than any of its
 * screens.
 */
export const laterCatalogues = import.meta.glob<Messages>(
  [
    '../../locales/*/*.po',
    '!../../locales/*/shell.po',
    '!../../locales/*/home.po',
    '!../../locales/*/account.po',
    '!../../locales/*/market.po',
  ],
  { import: 'messages' },
);
