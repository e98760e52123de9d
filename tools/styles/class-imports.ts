import type { Plugin } from 'vite';

const defaultImport = /^import (\w+) from ('[^']+\.module\.css');$/gm;

/** Whether a source picks a class by a value, and needs the whole object for that. */
function picksByValue(code: string, name: string): boolean {
  return new RegExp(String.raw`\b${name}(?:\[[^']|[^\w\[])`).test(code.replaceAll(defaultImport, ''));
}

/**
 * Has the page import the classes of a CSS module one by one instead of as one object. An object goes whole to whoever
 * uses one of its classes; and with the styles that are joined into one file (see `entryStyles` in `vite.config.ts`)
 * the first load would carry the names of every class in it. A class that is imported by its name becomes the text it
 * stands for, where it is used (`inlineConst` there).
 */
export function cssModuleImports(): Plugin[] {
  return [
    {
      name: 'css-module-imports',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/src\/app\/.*\.tsx?(?:\?|$)/, code: '.module.css' },
        handler: (code) => ({
          code: code.replaceAll(defaultImport, (line, name: string, file: string) =>
            picksByValue(code, name) ? line : `import * as ${name} from ${file};`,
          ),
          map: null,
        }),
      },
    },
    {
      name: 'css-module-styles',
      apply: 'build',
      enforce: 'post',
      // A module none of whose names is left would be dropped, and its styles with it.
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}
