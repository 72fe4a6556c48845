import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { COMPONENTS, LIB } from '@/scripts/lint/rooms.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-rooms-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const FOR_ANNOTATION = 'lib/annotation imports itself, the platform'
const CASES: readonly (readonly [file: string, line: string, refused: string | null])[] = [
  ['lib/annotation/tasks-of.ts', "import { alpha } from '@/lib/quality/agreement/contract'", FOR_ANNOTATION],
  ['lib/annotation/type-of.ts', "import type { View } from '@/lib/gold/dataset/contract'", FOR_ANNOTATION],
  ['lib/annotation/again.ts', "export { view } from '@/lib/gold/dataset/contract'", FOR_ANNOTATION],
  ['lib/annotation/draws.ts', "import { Button } from '@/components/ui/button'", FOR_ANNOTATION],
  ['lib/annotation/acts.ts', "import { addItem } from '@/lib/workspace/items/open-prepared'", FOR_ANNOTATION],
  ['lib/annotation/loads.ts', "export const load = () => import('@/lib/gold/dataset/contract')", FOR_ANNOTATION],
  ['lib/annotation/steps.ts', "import { a } from '../tasks/contract'", 'Imports across folders are absolute'],
  ['lib/annotation/marks/hooks.ts', "import type { Tx } from '@/lib/platform/server/db'", 'Hooks run in the browser'],
  ['lib/annotation/marks/contract.ts', "import { a } from '@/lib/annotation/marks/present'", 'Contracts and rules'],
  ['lib/text/words-of.ts', "import { a } from '@/lib/stats/quantile'", 'lib/text imports only text'],
  [
    'components/workspace/list.tsx',
    "import { A } from '@/components/gold/dataset/view'",
    'components/workspace imports',
  ],
  ['components/workspace/row.tsx', "import { a } from '@/lib/platform/server/db'", 'components/workspace imports'],
  ['app/page.tsx', "import { a } from '@/lib/workspace/projects/create-project'", 'Pages load one view'],
  ['lib/annotation/reads.ts', "import { a } from '@/lib/workspace/projects/queries'", null],
  ['lib/annotation/moves.ts', "import { a } from '@/lib/workspace/tasks/load-task'", null],
  ['lib/annotation/moves.test.ts', "import { a } from '@/lib/gold/dataset/contract'", null],
  ['components/gold/board.tsx', "import { A } from '@/components/ui/button'", null],
]

it('refuses every kind of forbidden import, and no other', () => {
  for (const [file, line] of CASES) {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), `${line}\n`)
  }
  const rooms = pathToFileURL(path.resolve('scripts/lint/rooms.mjs')).href
  const config = `import { rooms } from '${rooms}'\nexport default { categories: { correctness: 'off' }, overrides: rooms }\n`
  fs.writeFileSync(path.join(folder, 'oxlint.config.mjs'), config)
  const oxlint = path.resolve('node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['-c', 'oxlint.config.mjs', '-f', 'json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics }: { diagnostics: { filename: string; message: string; help?: string }[] } = JSON.parse(stdout)
  const found = new Map(diagnostics.map(({ filename, message, help = '' }) => [filename, `${message} ${help}`]))
  for (const [file, , refused] of CASES)
    if (refused === null) expect([file, found.get(file)]).toEqual([file, undefined])
    else expect([file, found.get(file)]).toEqual([file, expect.stringContaining(refused)])
})

/** The linter does not see a type that is imported in place. */
it('holds for types that are imported in place, and for what is loaded on demand', () => {
  const files = execFileSync('git', ['ls-files', 'lib', 'components'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const wrong = files.flatMap((file) => {
    const [top = '', room = ''] = file.split('/')
    const order = top === 'lib' ? LIB : COMPONENTS
    return [...fs.readFileSync(file, 'utf8').matchAll(/\bimport\(\s*'@\/(lib|components)\/([a-z-]+)/g)].flatMap(
      ([line, of, other = '']) => {
        const allowed = of === top ? order.indexOf(other) <= order.indexOf(room) : top === 'components'
        return allowed ? [] : [`${file}: ${line}`]
      },
    )
  })
  expect(wrong).toEqual([])
})
