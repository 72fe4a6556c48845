import { expect, it } from 'vitest'
import { felmEvaluations } from '@/lib/protocols/felm/evaluation'
import { MOST_SYSTEMS_IN_FILE } from './contract'
import { FileCheck } from './file-check'

const [task] = felmEvaluations

it('takes no system beyond the limit, however many names follow, and says so of as many at most', () => {
  if (!task) throw new Error('FELM scores nothing')
  const check = new FileCheck(task, 'file', new Map())
  let taken = 0
  for (let line = 1; line <= 5 * MOST_SYSTEMS_IN_FILE; line++)
    taken += check.take({ line, ok: true, value: { system: `s${line}`, item: 'x', wrong: [1] } }).length > 0 ? 1 : 0
  expect(taken).toBe(MOST_SYSTEMS_IN_FILE)
  expect(check.systems).toHaveLength(MOST_SYSTEMS_IN_FILE)
  expect(check.problemCount).toBe(MOST_SYSTEMS_IN_FILE)
  expect(check.problems[0]).toMatchObject({ field: 'system', message: expect.stringContaining('at most') })
})
