import { describe, expect, it } from 'vitest'
import { type ImportGraph, importersIn, importsOf, reach, resolveImport } from './import-graph'

const files = new Set([
  'app/layout.tsx',
  'app/globals.css',
  'lib/text/words.ts',
  'lib/protocols/index.ts',
  'lib/protocols/felm/felm.ts',
  'package.json',
])

describe('an import', () => {
  it.each([
    ['app/layout.tsx', './globals.css', 'app/globals.css'],
    ['app/layout.tsx', '@/lib/text/words', 'lib/text/words.ts'],
    ['app/layout.tsx', '@/lib/protocols', 'lib/protocols/index.ts'],
    ['lib/protocols/index.ts', './felm/felm', 'lib/protocols/felm/felm.ts'],
    ['lib/protocols/felm/felm.ts', '../index', 'lib/protocols/index.ts'],
    ['app/layout.tsx', '@/package.json', 'package.json'],
    ['app/layout.tsx', '@/generated/prisma/client', 'prisma/schema.prisma'],
    ['app/layout.tsx', 'react', null],
    ['app/layout.tsx', '@/lib/text/none', null],
  ])('of %s that says %s means %s', (from, specifier, file) => {
    expect(resolveImport(from, specifier, files)).toBe(file)
  })
})

describe('the imports of a file', () => {
  const read = (code: string) => {
    const { values, types } = importsOf('app/page.tsx', code, files)
    return { values: [...values], types: [...types] }
  }

  it('are those that run, of every form', () => {
    const code = `
      import words from '@/lib/text/words'
      import './globals.css'
      export * from '@/lib/protocols'
      const felm = () => import('@/lib/protocols/felm/felm')
      const other = (name: string) => import(\`@/lib/\${name}\`)
      export const page = <p>{words}</p>`
    expect(read(code)).toEqual({
      values: ['lib/text/words.ts', 'app/globals.css', 'lib/protocols/index.ts', 'lib/protocols/felm/felm.ts'],
      types: [],
    })
  })

  it('are apart from those of types, which are gone when it runs', () => {
    const code = `
      import type { Words } from '@/lib/text/words'
      import { type Felm } from '@/lib/protocols/felm/felm'
      import { type Protocol, protocols } from '@/lib/protocols'
      export type { Words } from '@/lib/text/words'`
    expect(read(code)).toEqual({
      values: ['lib/protocols/index.ts'],
      types: ['lib/text/words.ts', 'lib/protocols/felm/felm.ts'],
    })
  })
})

describe('what a change reaches', () => {
  const imports = (values: string[], types: string[] = [], reads: string[] = []) => ({
    values: new Set(values),
    types: new Set(types),
    reads: new Set(reads),
  })
  const graph: ImportGraph = new Map([
    ['a', imports(['b'])],
    ['b', imports(['c'])],
    ['c', imports(['a'])],
    ['typed', imports([], ['b'])],
    ['reader', imports([], [], ['c'])],
    ['apart', imports([])],
  ])
  const reached = (kinds: Parameters<typeof importersIn>[1], ends?: Set<string>) =>
    [...reach(['c'], importersIn(graph, kinds), ends)].toSorted()

  it('is what imports it, directly or not, also round a circle', () => {
    expect(reached(['values'])).toEqual(['a', 'b', 'c'])
  })

  it('is what takes its types or reads it, where that is asked for', () => {
    expect(reached(['values', 'types'])).toEqual(['a', 'b', 'c', 'typed'])
    expect(reached(['values', 'reads'])).toEqual(['a', 'b', 'c', 'reader'])
  })

  it('ends at files whose importers are not followed, unless they themselves have changed', () => {
    expect(reached(['values'], new Set(['b']))).toEqual(['b', 'c'])
    expect(reached(['values'], new Set(['c']))).toEqual(['a', 'b', 'c'])
  })
})
