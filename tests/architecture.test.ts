import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '@/app/api/endpoints'
import { routeOf } from '@/app/api/find-route'
import type { Endpoint } from '@/lib/platform/api/endpoint'
import type { Route } from '@/lib/platform/server/handle'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file))
const code = files.filter((file) => /\.(ts|tsx|js|mjs|cjs)$/.test(file) && !file.startsWith('prisma/migrations'))
const read = (file: string) => readFileSync(file, 'utf8')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /^(tests|e2e|bench)\//.test(file)
/** Where the interface's routes are declared, by chapter. */
const chapters = code.filter((file) => /^app\/api\/routes\/[\w-]+\.ts$/.test(file))
const tagOf = (file: string) => path.basename(file, '.ts').replaceAll('-', ' ')
const addressOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

describe('routes', () => {
  it('declare and delegate: a chapter is a list of handle(endpoint, command), and exports nothing else', () => {
    const problems = chapters.flatMap((file) => {
      const source = read(file)
      const exported = [...source.matchAll(/^export (.*)$/gm)].map(([, what]) => what)
      // The entries of the list stand two spaces in, each from `handle(` to its end.
      const list = source.slice(source.indexOf('export const routes'))
      const others = [...list.matchAll(/^ {2}(?! |handle\(|[)}])(.*)$/gm)].map(([, line]) => line)
      return [
        ...(exported.join() === 'const routes: readonly Route[] = [' ? [] : [`${file} exports ${exported.join(', ')}`]),
        ...others.map((line) => `${file}: ${line}`),
      ]
    })
    expect(problems).toEqual([])
  })

  it('are those of the endpoints, each once, in the chapter of its tag', async () => {
    const loaded = await Promise.all(
      chapters.map(async (file) => {
        const { routes }: { routes: readonly Route[] } = await import(path.resolve(file))
        return routes.map(({ endpoint }) => `${tagOf(file)}: ${addressOf(endpoint)}`)
      }),
    )
    const expected = endpoints.map((endpoint) => `${endpoint.tag.replaceAll('-', ' ')}: ${addressOf(endpoint)}`)
    expect(loaded.flat().toSorted()).toEqual(expected.toSorted())
  })

  it('are found by their endpoints', async () => {
    const found = await Promise.all(endpoints.map(routeOf))
    expect(found.map(({ endpoint }) => addressOf(endpoint))).toEqual(endpoints.map(addressOf))
  })

  it('are short', () => {
    const entries = chapters.flatMap((file) =>
      read(file)
        .split(/^ {2}(?=handle\()/m)
        .slice(1),
    )
    expect(entries.length).toBe(endpoints.length)
    expect(entries.filter((entry) => entry.trimEnd().split('\n').length > 10)).toEqual([])
  })

  it('are files of Next for next-auth and for all the rest of the interface', () => {
    const files = code.filter((file) => file.startsWith('app/api/') && file.endsWith('/route.ts'))
    expect(files.toSorted()).toEqual(['app/api/[[...path]]/route.ts', 'app/api/auth/[...nextauth]/route.ts'])
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
