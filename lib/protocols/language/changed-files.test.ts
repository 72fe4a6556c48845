import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { changedExpression, changedFile, expressionsFor } from '@/tests/protocols/changed-files'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { evaluate } from './expressions/evaluate'

const FOLDER = 'docs/examples/protocols'
const examples = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))

it('answers 200 changed files with a protocol or with problems at their places', () => {
  let refused = 0
  for (let seed = 0; seed < 200; seed += 1) {
    const checked = checkFile(changedFile(examples, seed))
    if (checked.ok) expect(compileProtocol(checked.definition).stages.length).toBeGreaterThan(0)
    else {
      refused += 1
      expect(checked.problems.length).toBeGreaterThan(0)
      expect(checked.problems.filter(({ line, column, fix }) => line < 1 || column < 1 || fix === '')).toEqual([])
    }
  }
  expect(refused).toBeGreaterThan(0)
})

it('answers 400 changed expressions with a value or with a problem', () => {
  const { read, names } = expressionsFor()
  let passed = 0
  for (let seed = 0; seed < 400; seed += 1) {
    const reading = read(changedExpression(seed))
    if (reading.ok) {
      passed += 1
      expect(evaluate(reading.tree, names)).not.toBeUndefined()
    } else expect(reading.problem.message).not.toMatch(/\n|undefined|\bat \//)
  }
  expect(passed).toBeGreaterThan(0)
})
