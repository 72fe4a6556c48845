import { rooms } from './scripts/lint/rooms.mjs'

export default {
  plugins: ['typescript', 'import'],
  options: { typeAware: true },
  ignorePatterns: ['generated/**', '.next/**', '.data/**', 'next-env.d.ts'],
  categories: { correctness: 'off' },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-explicit-any': 'error',
    'import/no-cycle': 'error',
    'max-depth': ['error', 4],
    'max-params': ['error', 5],
    'no-restricted-properties': [
      'error',
      {
        object: 'URL',
        property: 'canParse',
        message: 'In Node 20 it is wrong about letters such as ü: parseUrl of lib/text/parse-url.',
      },
    ],
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: ['../**'], message: 'Imports across folders are absolute: @/...' }] },
    ],
  },
  overrides: [
    ...rooms,
    {
      files: ['**/*.test.{ts,tsx}', 'components/**/test-*.{ts,tsx}', 'e2e/**', 'tests/**'],
      // The helper itself, and what is no test although it stands among them.
      excludeFiles: ['tests/support/wait.ts', 'tests/setup-hooks.ts', 'tests/support/fake-*.ts', 'tests/fuzz/tally.ts'],
      jsPlugins: ['./scripts/lint/one-limit-for-waits.mjs'],
      rules: { 'assay/one-limit-for-waits': 'error' },
    },
    // Tables of cases and scenes of tests are read from top to bottom.
    {
      files: ['**/*.test.{ts,tsx}', 'tests/**', 'e2e/**', 'bench/**'],
      rules: { 'max-depth': 'off', 'max-params': 'off' },
    },
  ],
}
