import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const files = execFileSync('git', ['ls-files', 'cli', 'lib'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.ts$/.test(file))

test('every reader that is asked for is listed, as the function whose type it is asked for with', () => {
  const listed = [
    ...read('foreign-readers.ts').matchAll(/^ +'?([a-z-]+)'?: async \(\) => \(await import\('([^']+)'\)\)\.(\w+)/gm),
  ]
  const asked = files.flatMap((file) =>
    [...read(file).matchAll(/(?:piece|record)Reader<typeof (\w+)>\('([a-z-]+)'\)/g)].map(([, name, key]) => {
      const from = new RegExp(`import type \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./([a-z-]+)'`).exec(read(file))?.[1]
      return [key, `@/${file.replace(/[^/]+$/, from ?? '')}`, name]
    }),
  )
  expect(asked.toSorted()).toEqual(listed.map(([, key, module, name]) => [key, module, name]).toSorted())
  expect(asked).not.toEqual([])
})
