import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '@/app/api/endpoints'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file))
const code = files.filter((file) => /\.(ts|tsx|js|mjs|cjs)$/.test(file) && !file.startsWith('prisma/migrations'))
const read = (file: string) => readFileSync(file, 'utf8')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /^(tests|e2e|bench)\//.test(file)
const routes = code.filter((file) => file.startsWith('app/api/') && file.endsWith('/route.ts'))
/** Not declared are next-auth's own handler, and the one that answers for addresses that there are not. */
const declared = routes.filter((file) => !file.includes('[...nextauth]') && !file.includes('[[...unknown]]'))

const pathOf = (file: string) =>
  `/${path
    .dirname(file)
    .replace(/^app\//, 'app/')
    .replace(/^app/, '')}`
    .replace('//', '/')
    .replaceAll('[', '{')
    .replaceAll(']', '}')

describe('routes', () => {
  it('declare and delegate: each exports handle(endpoint, command) for its own address', () => {
    const problems = declared.flatMap((file) => {
      const source = read(file)
      const handlers = [...source.matchAll(/^export const (GET|POST|PUT|PATCH|DELETE) = handle\(\s*(\w+)/gm)]
      const others = [...source.matchAll(/^export (?!const (?:GET|POST|PUT|PATCH|DELETE) = handle\()/gm)]
      const unknown = handlers.filter(
        ([, method]) => !endpoints.some((known) => known.method === method && known.path === pathOf(file)),
      )
      return [
        ...(handlers.length === 0 ? [`${file} exports no handler`] : []),
        ...(others.length > 0 ? [`${file} exports something else`] : []),
        ...unknown.map(([, method]) => `${file}: ${method} ${pathOf(file)} is not in app/api/endpoints.ts`),
      ]
    })
    expect(problems).toEqual([])
  })

  it('exist for every endpoint', () => {
    const addresses = new Set(
      declared.flatMap((file) =>
        [...read(file).matchAll(/^export const (\w+) = handle/gm)].map(([, method]) => `${method} ${pathOf(file)}`),
      ),
    )
    expect(
      endpoints.map((known) => `${known.method} ${known.path}`).filter((address) => !addresses.has(address)),
    ).toEqual([])
  })

  it('are short', () => {
    expect(routes.filter((file) => read(file).split('\n').length > 30)).toEqual([])
  })
})

describe('the house', () => {
  it('knows no protocol by name outside its plug-in', () => {
    const allowed =
      /^(lib\/protocols\/(index|steps|evaluations|.*\.test)\.ts|lib\/protocols\/felm\/|components\/protocols\/|prisma\/|tests\/|e2e\/|bench\/|docs\/|scripts\/)/
    const named = code.filter(
      (file) =>
        !allowed.test(file) && !isTest(file) && /['"`]felm['"`]|protocol\.id ===|protocolId ===/.test(read(file)),
    )
    expect(named).toEqual([])
  })

  it('leaves the fewest units of a report as they are, on every route and command', () => {
    const importsReport = /from '(@\/lib\/quality\/rater-matrix|\.)\/report'/
    const callers = code.filter((file) => !isTest(file) && importsReport.test(read(file)))
    expect(callers.toSorted()).toEqual(['cli/commands/agreement.ts', 'lib/quality/rater-matrix/check-ratings.ts'])
    expect(callers.filter((file) => /minUnits/.test(read(file)))).toEqual([])
  })

  it('silences no check', () => {
    const silenced = code.filter(
      (file) =>
        file !== 'tests/architecture.test.ts' &&
        /@ts-(ignore|expect-error|nocheck)|biome-ignore|(ox|es)lint-disable/.test(read(file)),
    )
    expect(silenced).toEqual([])
  })

  it('has no sleeping, focused or skipped-by-hand tests', () => {
    const lazy = code.filter(
      (file) =>
        isTest(file) &&
        // These two name what is refused.
        !['tests/architecture.test.ts', 'tests/waits.test.ts'].includes(file) &&
        /waitForTimeout\(|\b(it|test|describe)\.(only|skip)\(\s*['"`]/.test(read(file)),
    )
    expect(lazy).toEqual([])
  })

  it('has no junk drawers', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(file))).toEqual([])
  })

  it('reads the environment in few places', () => {
    const allowed =
      /^(scripts\/|cli\/|worker\.ts|instrumentation|prisma\.config\.ts|playwright\.config\.ts|next\.config\.js|lib\/platform\/server\/env\.ts|lib\/platform\/foreign\/reader-process\.ts|proxy\.ts)/
    expect(code.filter((file) => !allowed.test(file) && !isTest(file) && read(file).includes('process.env'))).toEqual(
      [],
    )
  })
})
