import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import regexp from 'eslint-plugin-regexp';
import unicorn from 'eslint-plugin-unicorn';
import tseslint from 'typescript-eslint';

const clock = 'Take the time as an argument or from the Clock port.';
const noEnum = { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' };

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/types/**',
      '**/*.config.*',
      'tsup.base.ts',
      '.dependency-cruiser.cjs',
      '**/*.mjs',
      '**/*.cjs',
      'apps/*/bin/**',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    files: [
      'packages/*/src/**/*.ts',
      'packages/*/compile-*.ts',
      'apps/*/*.ts',
      'apps/*/bundling/**/*.ts',
      'apps/*/src/**/*.ts',
      'bench/**/*.ts',
      'e2e/**/*.ts',
      'scripts/**/*.ts',
    ],
    plugins: { 'import-x': importX, unicorn },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({ conditionNames: ['@the-loop/source', 'types', 'default'] }),
      ],
    },
    languageOptions: { parserOptions: { project: ['./tsconfig.check.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'no-console': 'error',
      'import-x/no-default-export': 'error',
      'import-x/extensions': ['error', 'always', { ignorePackages: true }],
      'unicorn/filename-case': ['error', { case: 'kebabCase' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'interface', format: ['PascalCase'], custom: { regex: '^I[A-Z]', match: false } },
        { selector: 'typeLike', format: ['PascalCase'] },
      ],
      'no-restricted-syntax': ['error', noEnum],
    },
  },
  {
    files: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts', 'scripts/**/*.ts'],
    ignores: ['**/*.test.ts'],
    plugins: { regexp },
    rules: {
      // Text comes from strangers: no pattern may take more than linear time, whatever it is given.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['packages/{graph-core,markdown,router}/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'setTimeout',
        'setInterval',
        'fetch',
        'console',
        'crypto',
        'performance',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: clock },
        { object: 'Math', property: 'random', message: 'Take the id or the jitter as an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: clock },
        noEnum,
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'e2e/**/*.ts', 'bench/**/*.ts', '**/testing/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
