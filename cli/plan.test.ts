import { expect, it } from 'vitest'
import { projectPlanSchema } from '@/lib/quality/planning/contract'
import { EXIT } from './exit-codes'
import { runProgram } from './program'

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const into = (key: 'out' | 'err') => ({ write: (text: string) => (said[key] += text) })
  const code = await runProgram(['plan', ...args], {}, { out: into('out'), err: into('err') })
  return { code, ...said }
}
const WIDE = ['--expected', '0.8', '--width', '0.6', '--units', '2']

it('plans without a server, as text and as JSON', async () => {
  const text = await run(...WIDE, '--minutes', '15')
  expect(text).toMatchObject({ code: 0, err: '' })
  expect(text.out).toMatch(/^Have \d+ responses annotated by 2 people each.*hours of annotation/)
  expect(text.out).toContain('MEDIAN WIDTH')
  const json = await run(...WIDE, '--json')
  expect(projectPlanSchema.parse(JSON.parse(json.out))).toMatchObject({ outcome: 'planned', request: { width: 0.6 } })
})

it('says what is wrong with an expectation, by its option', async () => {
  const far = await run('--prevalence', '7')
  expect(far.code).toBe(EXIT.usage)
  expect(far.err).toContain('--prevalence')
  const chance = await run('--figure', 'percent', '--expected', '0.6', '--prevalence', '0.1')
  expect(chance.code).toBe(EXIT.refused)
  expect(chance.err).toContain('chance alone')
  expect((await run('--measure', 'segments/label')).code).toBe(EXIT.usage)
})
