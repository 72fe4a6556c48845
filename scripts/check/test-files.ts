/** What a file of tests is, by its name, as vitest.config.ts and playwright.config.ts have it. */

export type TestKind = 'unit' | 'hooks' | 'database' | 'journey'

/** Null for what is no file of tests. */
export function kindOf(file: string): TestKind | null {
  if (/^e2e\/.*\.spec\.ts$/.test(file)) return 'journey'
  if (file.startsWith('e2e/')) return null
  if (/\.db\.test\.ts$/.test(file)) return 'database'
  if (file.endsWith('.test.tsx')) return 'hooks'
  return file.endsWith('.test.ts') ? 'unit' : null
}
