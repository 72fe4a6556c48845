import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const files = execFileSync('git', ['ls-files', 'cli', 'lib'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.ts$/.test(file))

/** What a list says of its functions: name, module, function. */
const listedIn = (file: string) => [
  ...read(file).matchAll(/^ +'?([a-z-]+)'?: async \(\) => \(await import\('([^']+)'\)\)\.(\w+)/gm),
]

/** The module that a file imports a name from. */
function moduleOf(file: string, name: string | undefined): string {
  const from = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(read(file))?.[1] ?? ''
  return from.startsWith('./') ? `@/${file.replace(/[^/]+$/, from.slice(2))}` : from
}

test('every reader that is asked for is listed, as the function whose type it is asked for with', () => {
  const listed = listedIn('foreign-readers.ts')
  const asked = files.flatMap((file) =>
    [...read(file).matchAll(/(?:piece|record)Reader<typeof (\w+)>\('([a-z-]+)'\)/g)].map(([, name, key]) => {
      return [key, moduleOf(file, name), name]
    }),
  )
  expect(asked.toSorted()).toEqual(listed.map(([, key, module, name]) => [key, module, name]).toSorted())
  expect(asked).not.toEqual([])
})

test('every calculation that is asked for apart is listed, as the very function that runs in place', () => {
  const asked = files.flatMap((file) =>
    [...read(file).matchAll(/\bcalculation\(\s*'([a-z-]+)',\s*(\w+),/g)].map(([, key, name]) =>
      [key, moduleOf(file, name), name].join(' '),
    ),
  )
  const listed = listedIn('calculations.ts').map(([, key, module, name]) => [key, module, name].join(' '))
  expect([...new Set(asked)].toSorted()).toEqual(listed.toSorted())
  expect(listed).not.toEqual([])
})
