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
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: ['../**'], message: 'Imports across folders are absolute: @/...' }] },
    ],
  },
  overrides: [
    ...rooms,
    // Tables of cases and scenes of tests are read from top to bottom.
    {
      files: ['**/*.test.{ts,tsx}', 'tests/**', 'e2e/**', 'bench/**'],
      rules: { 'max-depth': 'off', 'max-params': 'off' },
    },
  ],
}
