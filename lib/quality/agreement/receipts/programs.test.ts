/** The programs of receipts are files that need no other, and so have the same functions twice. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The text of each function of a program, by its name, with the comment before it. */
function functionsOf(program: string): Map<string, string> {
  const found = program.matchAll(/(?:^\/\*\*[^\n]*\*\/\n)?^function (\w+)\([^\n]*\{\n.*?^\}\n/gms)
  return new Map([...found].map(([text, name = '']) => [name, text]))
}

it('the program about suggestions has the same generator and limits, word by word', () => {
  const evaluation = functionsOf(readFileSync('public/receipts/recompute-evaluation.mjs', 'utf8'))
  const anchoring = functionsOf(readFileSync('public/receipts/recompute-anchoring.mjs', 'utf8'))
  for (const name of ['generator', 'studentWithin', 'arcsineLimits'])
    expect(anchoring.get(name)).toBe(evaluation.get(name))
})

it('both programs have the same generator, quantiles and limits, word by word', () => {
  const agreement = functionsOf(readFileSync('public/receipts/recompute.mjs', 'utf8'))
  const evaluation = functionsOf(readFileSync('public/receipts/recompute-evaluation.mjs', 'utf8'))
  const shared = [...agreement.keys()].filter((name) => evaluation.has(name))
  expect(shared).toEqual(['generator', 'quantile', 'studentWithin', 'arcsineLimits'])
  for (const name of shared) expect(evaluation.get(name)).toBe(agreement.get(name))
})

it('the programs print and compare in the same way, word by word', () => {
  const [first, ...others] = ['evaluation', 'anchoring', 'adjudicators', 'calibration'].map((of) =>
    functionsOf(readFileSync(`public/receipts/recompute-${of}.mjs`, 'utf8')).get('printFigures'),
  )
  expect(first).toContain('process.exitCode')
  for (const each of others) expect(each).toBe(first)
})
